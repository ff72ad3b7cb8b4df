// OpenCL as a kind of device. See rts/gpu/gpu.h.

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

struct Device {
  cl_platform_id platform;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  int64_t memory; // bytes that one allocation may have
  cl_event event; // of what was queued last, while time is taken
  bool is_timing, is_pocl;
  char name[256], version[256];
};

// ---------------------------------------------------------------------------------------------
// Errors

static const char *opencl_error(cl_int code) {
  switch (code) {
  case CL_DEVICE_NOT_FOUND: return "there is no device";
  case CL_DEVICE_NOT_AVAILABLE: return "the device is not available";
  case CL_MEM_OBJECT_ALLOCATION_FAILURE: return "out of device memory";
  case CL_OUT_OF_RESOURCES: return "out of resources";
  case CL_OUT_OF_HOST_MEMORY: return "out of memory";
  case CL_BUILD_PROGRAM_FAILURE: return "the kernels cannot be built";
  case CL_INVALID_KERNEL_NAME: return "there is no such kernel";
  case CL_INVALID_KERNEL_ARGS: return "the kernel has other parameters";
  case CL_INVALID_WORK_GROUP_SIZE: return "the device cannot run blocks of this size";
  case -1001: return "no platform is installed";
  default: return "an error of the driver";
  }
}

static bool is_out_of_memory(cl_int code) {
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY ||
         code == CL_INVALID_BUFFER_SIZE;
}

static int opencl_fail(Context *ctx, cl_int code, const char *what) {
  if (is_out_of_memory(code)) return memory_refuse(ctx, 0, NULL);
  const char *file = ctx->config->load_kernels;
  return context_fail_device(ctx, "OpenCL: %s: %s (%d)%s%s", what, opencl_error(code), (int)code,
                             file != NULL ? "; the kernels are from " : "",
                             file != NULL ? file : "");
}

// ---------------------------------------------------------------------------------------------
// Choosing a device

static int device_missing(Context *ctx, const char *what, const char *wanted, const char *others) {
  return context_fail_device(ctx,
                             "there is no OpenCL %s%s%s; the targets c and multicore run "
                             "on the processor%s",
                             what, wanted != NULL ? " " : "", wanted != NULL ? wanted : "", others);
}

// Keeps the platforms that were asked for; returns how many they are. `others` gets the rest.
static cl_uint platforms_wanted(Context *ctx, cl_platform_id *platforms, cl_uint count,
                                char *others, size_t size) {
  cl_uint kept = 0;
  for (cl_uint i = 0; i < count; i++) {
    char name[256] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
    if (name_is_wanted(ctx->config->platform, name, i))
      platforms[kept++] = platforms[i];
    else
      name_list(others, size, name);
  }
  return kept;
}

// GPUs first, then what else there is. `others` gets those that were not asked for.
static bool device_choose(Context *ctx, const cl_platform_id *platforms, cl_uint platform_count,
                          char *others, size_t size) {
  static const cl_device_type KINDS[] = {CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ACCELERATOR,
                                         CL_DEVICE_TYPE_CPU};
  struct Device *device = ctx->gpu->device;
  uint64_t index = 0;
  for (size_t kind = 0; kind < sizeof KINDS / sizeof *KINDS; kind++)
    for (cl_uint i = 0; i < platform_count; i++) {
      cl_device_id devices[16];
      cl_uint count = 0;
      if (clGetDeviceIDs(platforms[i], KINDS[kind], 16, devices, &count) != CL_SUCCESS) continue;
      for (cl_uint k = 0; k < count && k < 16; k++) {
        clGetDeviceInfo(devices[k], CL_DEVICE_NAME, sizeof device->name, device->name, NULL);
        device->platform = platforms[i];
        device->id = devices[k];
        if (name_is_wanted(ctx->config->device, device->name, index++)) return true;
        name_list(others, size, device->name);
      }
    }
  return false;
}

static int device_find(Context *ctx) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  char others[1024] = "";
  const Config *config = ctx->config;
  if (clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS || count == 0)
    return device_missing(ctx, "device", config->device, "");
  count = platforms_wanted(ctx, platforms, count > 16 ? 16 : count, others, sizeof others);
  if (count == 0) return device_missing(ctx, "platform", config->platform, others);
  others[0] = '\0';
  if (device_choose(ctx, platforms, count, others, sizeof others)) return RT_OK;
  return device_missing(ctx, "device", config->device, others);
}

static void device_measure(Context *ctx, struct Device *device) {
  cl_uint units = 1;
  cl_ulong memory = 0, largest = 0;
  cl_device_type kind = CL_DEVICE_TYPE_CPU;
  clGetDeviceInfo(device->id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL);
  clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof kind, &kind, NULL);
  clGetDeviceInfo(device->id, CL_DRIVER_VERSION, sizeof device->version, device->version, NULL);
  cl_ulong fast = 0;
  char platform_name[256] = "";
  cl_platform_id platform = NULL;
  clGetDeviceInfo(device->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name, platform_name, NULL);
  device->is_pocl = strcmp(platform_name, "Portable Computing Language") == 0;
  clGetDeviceInfo(device->id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof fast, &fast, NULL);
  ctx->gpu->fast = (int64_t)fast;
  ctx->gpu->threads = (int64_t)units * (kind == CL_DEVICE_TYPE_CPU ? 1024 : 2048);
  device->memory = (int64_t)largest;
  if (memory > 0 && ctx->config->memory_limit == 0) ctx->memory_limit = (int64_t)memory;
}

// ---------------------------------------------------------------------------------------------
// Kernels

void device_key_add(Context *ctx, Digest *key) {
  const struct Device *device = ctx->gpu->device;
  const char *added = ctx->config->build_options;
  const char *const parts[] = {added != NULL ? added : "", device->name, device->version};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    digest_add(key, parts[i], strlen(parts[i]));
}

// PoCL keeps what it has built itself, and builds each kernel when it is launched first. Asked for
// the whole it would build them all.
bool device_keeps(Context *ctx) { return ctx->gpu->device->is_pocl; }

// PoCL builds one text at a time, and 3.1 may crash when another thread does something else.
bool device_compiles_aside(Context *ctx) { return !ctx->gpu->device->is_pocl; }

#define OPENCL_OPTIONS "-w -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt"

// Builds the program with the options of every program and those that the user adds.
static cl_int program_compile(Context *ctx, cl_program program) {
  struct Device *device = ctx->gpu->device;
  const char *added = ctx->config->build_options;
  size_t length = sizeof OPENCL_OPTIONS + (added != NULL ? strlen(added) : 0);
  char *options = malloc(length);
  if (options == NULL) return CL_OUT_OF_HOST_MEMORY;
  snprintf(options, length, "%s%s", OPENCL_OPTIONS, added != NULL ? added : "");
  cl_int error = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
  free(options);
  return error;
}

static void program_binary(Built *built) {
  size_t size = 0;
  if (clGetProgramInfo(built->module, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) !=
          CL_SUCCESS ||
      size == 0)
    return;
  unsigned char *binary = malloc(size);
  if (binary != NULL && clGetProgramInfo(built->module, CL_PROGRAM_BINARIES, sizeof binary, &binary,
                                         NULL) == CL_SUCCESS) {
    built->binary = (char *)binary;
    built->size = size;
    return;
  }
  free(binary);
}

static char *program_message(Context *ctx, cl_program program, cl_int error) {
  struct Device *device = ctx->gpu->device;
  const char *file = ctx->config->load_kernels;
  size_t size = 0;
  if (program != NULL)
    clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
  char *log = calloc(1, size + 1);
  if (log != NULL && size > 0)
    clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  char *message = text_say("OpenCL: the kernels%s%s cannot be built on %s: %s (%d)\n%s",
                           file != NULL ? " in " : "", file != NULL ? file : "", device->name,
                           opencl_error(error), (int)error, log != NULL ? log : "");
  free(log);
  return message;
}

// The program as a module when it can be built.
static Built program_build(Context *ctx, cl_program program, cl_int error) {
  Built built = {0};
  if (error == CL_SUCCESS) error = program_compile(ctx, program);
  if (error == CL_SUCCESS) {
    built.module = program;
    return built;
  }
  built.message = program_message(ctx, program, error);
  if (program != NULL) clReleaseProgram(program);
  return built;
}

Built device_compile(Context *ctx, const char *text) {
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(ctx->gpu->device->context, 1, &text, NULL, &error);
  Built built = program_build(ctx, program, error);
  bool is_kept = !device_keeps(ctx) || ctx->config->cache_file != NULL;
  if (built.module != NULL && is_kept) program_binary(&built);
  return built;
}

Built device_restore(Context *ctx, const void *binary, size_t size) {
  struct Device *device = ctx->gpu->device;
  const unsigned char *bytes = binary;
  cl_int error = CL_SUCCESS, status = CL_SUCCESS;
  cl_program program =
      clCreateProgramWithBinary(device->context, 1, &device->id, &size, &bytes, &status, &error);
  return program_build(ctx, program, error == CL_SUCCESS ? status : error);
}

void device_discard(Context *ctx, void *module) {
  (void)ctx;
  clReleaseProgram(module);
}

int device_kernel(Context *ctx, void *module, const char *name, void **handle) {
  cl_int error = CL_SUCCESS;
  *handle = clCreateKernel(module, name, &error);
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, name);
}

void device_kernel_free(Context *ctx, void *kernel) {
  (void)ctx;
  clReleaseKernel(kernel);
}

// ---------------------------------------------------------------------------------------------
// The device

// The device and the context of the caller's queue.
static int queue_take(Context *ctx, struct Device *device) {
  device->queue = ctx->config->queue;
  cl_int error = clRetainCommandQueue(device->queue);
  if (error != CL_SUCCESS) device->queue = NULL;
  if (error == CL_SUCCESS)
    error =
        clGetCommandQueueInfo(device->queue, CL_QUEUE_DEVICE, sizeof device->id, &device->id, NULL);
  if (error == CL_SUCCESS)
    error = clGetCommandQueueInfo(device->queue, CL_QUEUE_CONTEXT, sizeof device->context,
                                  &device->context, NULL);
  if (error == CL_SUCCESS) error = clRetainContext(device->context);
  if (error != CL_SUCCESS) device->context = NULL;
  if (error != CL_SUCCESS) return opencl_fail(ctx, error, "cannot use the command queue");
  clGetDeviceInfo(device->id, CL_DEVICE_NAME, sizeof device->name, device->name, NULL);
  return RT_OK;
}

static int queue_make(Context *ctx, struct Device *device) {
  // PoCL crashes when threads look for devices at the same time, before anyone has found one.
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  cl_int error = CL_SUCCESS;
  pthread_mutex_lock(&one_at_a_time);
  int status = device_find(ctx);
  pthread_mutex_unlock(&one_at_a_time);
  if (status != RT_OK) return status;
  device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &error);
  if (error != CL_SUCCESS) return opencl_fail(ctx, error, "cannot open the device");
  cl_command_queue_properties properties = ctx->is_profiling ? CL_QUEUE_PROFILING_ENABLE : 0;
  device->queue = clCreateCommandQueue(device->context, device->id, properties, &error);
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "cannot make a queue");
}

int device_open(Context *ctx) {
  struct Device *device = ctx->gpu->device = calloc(1, sizeof *device);
  if (device == NULL) return context_fail_memory(ctx, sizeof *device, NULL);
  int error = ctx->config->queue != NULL ? queue_take(ctx, device) : queue_make(ctx, device);
  if (error != RT_OK) return error;
  device_measure(ctx, device);
  context_log(ctx, "using the device %s (%s)", device->name, device->version);
  return RT_OK;
}

void *device_queue(Context *ctx) { return ctx->gpu->device->queue; }

void device_close(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  if (device == NULL) return;
  if (device->queue != NULL) clReleaseCommandQueue(device->queue);
  if (device->context != NULL) clReleaseContext(device->context);
  free(device);
}

void *device_allocate(Context *ctx, int64_t bytes) {
  struct Device *device = ctx->gpu->device;
  cl_int error = CL_SUCCESS;
  if (bytes > device->memory) return NULL;
  cl_mem memory = clCreateBuffer(device->context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &error);
  if (error == CL_SUCCESS) return memory;
  if (!is_out_of_memory(error)) ctx->gpu->fault = opencl_error(error);
  return NULL;
}

void *device_mailbox(Context *ctx, int64_t bytes, void **host) {
  (void)ctx, (void)bytes, (void)host;
  return NULL;
}

void device_free(Context *ctx, void *data) {
  (void)ctx;
  clReleaseMemObject(data);
}

// Where the event of the next command goes; only the last one of several is kept.
static cl_event *event_slot(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  if (!device->is_timing) return NULL;
  if (device->event != NULL) clReleaseEvent(device->event);
  device->event = NULL;
  return &device->event;
}

const char *device_name(const Context *ctx) { return ctx->gpu->device->name; }

int device_read(Context *ctx, void *to, void *from, int64_t offset, int64_t bytes) {
  cl_int error = clEnqueueReadBuffer(ctx->gpu->device->queue, from, CL_TRUE, (size_t)offset,
                                     (size_t)bytes, to, 0, NULL, event_slot(ctx));
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "cannot read device memory");
}

int device_write(Context *ctx, void *to, int64_t offset, const void *from, int64_t bytes) {
  // Small values are patterns, which are taken at once.
  bool is_pattern = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  cl_int error = is_pattern
                     ? clEnqueueFillBuffer(ctx->gpu->device->queue, to, from, (size_t)bytes,
                                           (size_t)offset, (size_t)bytes, 0, NULL, event_slot(ctx))
                     : clEnqueueWriteBuffer(ctx->gpu->device->queue, to, CL_TRUE, (size_t)offset,
                                            (size_t)bytes, from, 0, NULL, event_slot(ctx));
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "cannot write device memory");
}

int device_copy(Context *ctx, void *to, int64_t to_offset, void *from, int64_t from_offset,
                int64_t bytes) {
  cl_int error = clEnqueueCopyBuffer(ctx->gpu->device->queue, from, to, (size_t)from_offset,
                                     (size_t)to_offset, (size_t)bytes, 0, NULL, event_slot(ctx));
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "cannot copy device memory");
}

int device_fill(Context *ctx, void *to, int64_t offset, unsigned char byte, int64_t bytes) {
  cl_int error = clEnqueueFillBuffer(ctx->gpu->device->queue, to, &byte, 1, (size_t)offset,
                                     (size_t)bytes, 0, NULL, event_slot(ctx));
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "cannot fill device memory");
}

int device_run(Context *ctx, void *handle, const char *name, int64_t groups, int64_t block,
               const GpuArg *args, size_t arg_count) {
  struct Device *device = ctx->gpu->device;
  cl_int error = CL_SUCCESS;
  for (size_t i = 0; error == CL_SUCCESS && i < arg_count; i++) {
    cl_mem memory = args[i].block != NULL ? args[i].block->data : NULL;
    bool is_fast = args[i].block == NULL && args[i].size > 0;
    bool is_memory = args[i].data == NULL && !is_fast;
    error = clSetKernelArg(handle, (cl_uint)i, is_memory ? sizeof memory : args[i].size,
                           is_memory ? (const void *)&memory : args[i].data);
  }
  cl_ulong fast = 0;
  if (ctx->recording != NULL && error == CL_SUCCESS)
    clGetKernelWorkGroupInfo(handle, device->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof fast, &fast,
                             NULL);
  ctx->gpu->used = (int64_t)fast;
  size_t global = (size_t)(groups * block), local = (size_t)block;
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device->queue, handle, 1, NULL, &global, &local, 0, NULL,
                                   event_slot(ctx));
  if (error == CL_SUCCESS) return RT_OK;
  return opencl_fail(ctx, error, name);
}

int device_wait(Context *ctx) {
  cl_int error = clFinish(ctx->gpu->device->queue);
  return error == CL_SUCCESS ? RT_OK : opencl_fail(ctx, error, "a kernel did not end");
}

void device_timer_begin(Context *ctx) { ctx->gpu->device->is_timing = true; }

void *device_timer_end(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  cl_event event = device->event;
  device->event = NULL;
  device->is_timing = false;
  return event;
}

// A queue of somebody else may take no times.
int64_t device_timer_take(Context *ctx, void *timer) {
  (void)ctx;
  cl_event event = timer;
  cl_ulong start = 0, end = 0;
  if (event == NULL) return 0;
  bool is_known = clWaitForEvents(1, &event) == CL_SUCCESS &&
                  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start,
                                          NULL) == CL_SUCCESS &&
                  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end,
                                          NULL) == CL_SUCCESS;
  clReleaseEvent(event);
  return is_known && end > start ? (int64_t)(end - start) : 0;
}
