// CUDA as a kind of device, by its driver interface, which is loaded when a program starts: an
// executable runs, and says what is missing, where there is no driver. Kernels are compiled by nvcc
// before, to machine code and PTX. See rts/gpu/gpu.h.

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/gpu/gpu.h"

// ---------------------------------------------------------------------------------------------
// The driver interface, as far as it is used here

typedef int CudaResult;
typedef int CudaDevice;
typedef void *CudaHandle;      // contexts, modules, functions, streams, events
typedef uintptr_t CudaAddress; // CUdeviceptr

enum {
  CUDA_OK = 0,
  CUDA_OUT_OF_MEMORY = 2,
  CUDA_NO_DEVICE = 100,
  CUDA_MULTIPROCESSORS = 16, // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
  CUDA_FAST_MOST = 97,       // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
  CUDA_FAST_ROOM = 8,        // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
  CUDA_FAST_FREE = 48 << 10, // what a kernel may have without, with what its text declares
  CUDA_FAST_OWN = 16 << 10,  // and what that is at most, beside what is asked for
  CUDA_NON_BLOCKING = 1      // CU_STREAM_NON_BLOCKING
};

#define CUDA_FUNCTIONS(X)                                                                          \
  X(init, "cuInit", (unsigned flags))                                                              \
  X(error_name, "cuGetErrorString", (CudaResult result, const char **text))                        \
  X(device_count, "cuDeviceGetCount", (int *count))                                                \
  X(device_get, "cuDeviceGet", (CudaDevice * device, int number))                                  \
  X(device_name, "cuDeviceGetName", (char *name, int size, CudaDevice device))                     \
  X(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, CudaDevice device))      \
  X(device_memory, "cuDeviceTotalMem_v2", (size_t * bytes, CudaDevice device))                     \
  X(context_retain, "cuDevicePrimaryCtxRetain", (CudaHandle * context, CudaDevice device))         \
  X(context_release, "cuDevicePrimaryCtxRelease_v2", (CudaDevice device))                          \
  X(context_set, "cuCtxSetCurrent", (CudaHandle context))                                          \
  X(context_device, "cuCtxGetDevice", (CudaDevice * device))                                       \
  X(stream_context, "cuStreamGetCtx", (CudaHandle stream, CudaHandle * context))                   \
  X(stream_new, "cuStreamCreate", (CudaHandle * stream, unsigned flags))                           \
  X(stream_free, "cuStreamDestroy_v2", (CudaHandle stream))                                        \
  X(stream_wait, "cuStreamSynchronize", (CudaHandle stream))                                       \
  X(module_load, "cuModuleLoadData", (CudaHandle * module, const void *image))                     \
  X(module_free, "cuModuleUnload", (CudaHandle module))                                            \
  X(function_set, "cuFuncSetAttribute", (CudaHandle function, int attribute, int value))           \
  X(module_function, "cuModuleGetFunction",                                                        \
    (CudaHandle * function, CudaHandle module, const char *name))                                  \
  X(allocate, "cuMemAlloc_v2", (CudaAddress * address, size_t bytes))                              \
  X(release, "cuMemFree_v2", (CudaAddress address))                                                \
  X(host_allocate, "cuMemHostAlloc", (void **address, size_t bytes, unsigned flags))               \
  X(host_release, "cuMemFreeHost", (void *address))                                                \
  X(read, "cuMemcpyDtoHAsync_v2", (void *to, CudaAddress from, size_t bytes, CudaHandle stream))   \
  X(write, "cuMemcpyHtoDAsync_v2",                                                                 \
    (CudaAddress to, const void *from, size_t bytes, CudaHandle stream))                           \
  X(copy, "cuMemcpyAsync", /* host memory, too */                                                  \
    (CudaAddress to, CudaAddress from, size_t bytes, CudaHandle stream))                           \
  X(fill, "cuMemsetD8Async",                                                                       \
    (CudaAddress to, unsigned char byte, size_t bytes, CudaHandle stream))                         \
  X(event_new, "cuEventCreate", (CudaHandle * event, unsigned flags))                              \
  X(event_free, "cuEventDestroy_v2", (CudaHandle event))                                           \
  X(event_record, "cuEventRecord", (CudaHandle event, CudaHandle stream))                          \
  X(event_wait, "cuEventSynchronize", (CudaHandle event))                                          \
  X(event_time, "cuEventElapsedTime", (float *milliseconds, CudaHandle start, CudaHandle end))     \
  X(launch, "cuLaunchKernel",                                                                      \
    (CudaHandle function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y,  \
     unsigned block_z, unsigned shared, CudaHandle stream, void **params, void **extra))

typedef struct Cuda {
#define X(name, symbol, params) CudaResult(*name) params;
  CUDA_FUNCTIONS(X)
#undef X
} Cuda;

struct Device {
  void *library;
  Cuda cuda;
  CudaDevice number;
  CudaHandle context, stream;
  CudaHandle *modules; // the parts of the kernels
  size_t module_count;
  void *mailbox;       // memory of the host that kernels write to
  CudaHandle *kernels; // of the program, then the copies
  struct Timer *timer; // of what is queued now, or NULL
  bool is_open;        // there is a context
  bool is_retained;    // which is the device's own, held by us
  bool has_stream;     // the stream was made here
  char name[256];
};

// Two events, before and after.
struct Timer {
  CudaHandle start, end;
};

static int cuda_fail(Context *ctx, CudaResult result, const char *what) {
  const char *text = NULL;
  if (result == CUDA_OUT_OF_MEMORY) return memory_refuse(ctx, 0, NULL);
  ctx->gpu->device->cuda.error_name(result, &text);
  return context_fail_device(ctx, "CUDA: %s: %s (%d)", what, text != NULL ? text : "failed",
                             result);
}

// ---------------------------------------------------------------------------------------------
// Opening

static const char HINT[] = "compile with `ravel c` or `ravel multicore` to run on the processor";

static int cuda_load(Context *ctx, struct Device *device) {
  device->library = dlopen("libcuda.so.1", RTLD_NOW);
  if (device->library == NULL) device->library = dlopen("libcuda.so", RTLD_NOW);
  if (device->library == NULL)
    return context_fail_device(ctx, "there is no CUDA driver (libcuda.so.1); %s", HINT);
#define X(name, symbol, params)                                                                    \
  *(void **)&device->cuda.name = dlsym(device->library, symbol);                                   \
  if (device->cuda.name == NULL)                                                                   \
    return context_fail_device(ctx, "the CUDA driver is too old: it has no %s; %s", symbol, HINT);
  CUDA_FUNCTIONS(X)
#undef X
  CudaResult result = device->cuda.init(0);
  int count = 0;
  if (result == CUDA_OK) result = device->cuda.device_count(&count);
  if (result == CUDA_NO_DEVICE || (result == CUDA_OK && count == 0))
    return context_fail_device(ctx, "there is no CUDA device; %s", HINT);
  return result == CUDA_OK ? RT_OK : cuda_fail(ctx, result, "cannot start");
}

// The device whose name has the words that were asked for; `#k` is the k-th device.
static int cuda_choose(Context *ctx, struct Device *device) {
  const char *wanted = ctx->config->device;
  char others[1024] = "";
  int count = 0;
  device->cuda.device_count(&count);
  for (int i = 0; i < count; i++) {
    device->cuda.device_get(&device->number, i);
    device->cuda.device_name(device->name, sizeof device->name, device->number);
    if (name_is_wanted(wanted, device->name, (uint64_t)i)) return RT_OK;
    name_list(others, sizeof others, device->name);
  }
  return context_fail_device(ctx, "there is no CUDA device %s; %s%s", wanted != NULL ? wanted : "",
                             HINT, others);
}

static void cuda_measure(Context *ctx, struct Device *device) {
  int processors = 1;
  size_t memory = 0;
  int fast = 0;
  device->cuda.device_attribute(&processors, CUDA_MULTIPROCESSORS, device->number);
  device->cuda.device_attribute(&fast, CUDA_FAST_MOST, device->number);
  ctx->gpu->fast = fast > CUDA_FAST_FREE ? fast : CUDA_FAST_FREE;
  device->cuda.device_memory(&memory, device->number);
  ctx->gpu->threads = 2048 * (int64_t)processors;
  if (memory > 0 && ctx->config->memory_limit == 0) ctx->memory_limit = (int64_t)memory;
}

static int modules_load(Context *ctx, struct Device *device, const void *const *binaries,
                        const char *what) {
  size_t count = 0;
  while (binaries[count] != NULL)
    count++;
  device->modules = calloc(count + 1, sizeof *device->modules);
  if (device->modules == NULL) return context_fail_memory(ctx, 0, NULL);
  for (size_t i = 0; i < count; i++) {
    CudaResult result = device->cuda.module_load(&device->modules[i], binaries[i]);
    if (result != CUDA_OK) return cuda_fail(ctx, result, what);
    device->module_count++;
  }
  return RT_OK;
}

// From a file: what nvcc makes, or PTX, which the driver reads to the zero behind it.
static int modules_open(Context *ctx, struct Device *device) {
  const char *name = ctx->config->load_kernels;
  const void *const *binaries = ctx->table->gpu->binaries;
  if (name == NULL && binaries == NULL)
    return context_fail_device(ctx, "the program has no kernels");
  if (name == NULL) return modules_load(ctx, device, binaries, "cannot load the kernels");
  size_t size = 0;
  const void *loaded[2] = {file_load(name, &size), NULL};
  if (loaded[0] == NULL) return context_fail_file(ctx, "read", name);
  int error = modules_load(ctx, device, loaded, name);
  free((void *)loaded[0]);
  return error;
}

static int cuda_kernels(Context *ctx, struct Device *device) {
  const GpuProgram *program = ctx->table->gpu;
  int error = modules_open(ctx, device);
  if (error != RT_OK) return error;
  size_t count = program->kernel_count + OWN_COUNT;
  device->kernels = calloc(count, sizeof *device->kernels);
  if (device->kernels == NULL) return context_fail_memory(ctx, 0, NULL);
  for (size_t i = 0; i < count; i++) {
    const char *name = i < program->kernel_count
                           ? program->kernels[i].name
                           : own_kernel_name(program, i - program->kernel_count);
    if (name == NULL) continue;
    size_t part = i < program->kernel_count && device->module_count > 1 ? program->parts[i] : 0;
    CudaResult result =
        device->cuda.module_function(&device->kernels[i], device->modules[part], name);
    if (result != CUDA_OK) return cuda_fail(ctx, result, name);
  }
  return RT_OK;
}

static int kernels_dump(Context *ctx) {
  if (ctx->config->dump_kernels == NULL) return RT_OK;
  char *text = text_join(ctx->table->gpu->text);
  int error = text != NULL ? text_dump(ctx, text) : context_fail_memory(ctx, 0, NULL);
  free(text);
  return error;
}

// The context and the device of the caller's stream.
static int stream_take(Context *ctx, struct Device *device) {
  device->stream = ctx->config->queue;
  CudaResult result = device->cuda.stream_context(device->stream, &device->context);
  if (result == CUDA_OK) result = device->cuda.context_set(device->context);
  if (result == CUDA_OK) result = device->cuda.context_device(&device->number);
  if (result != CUDA_OK) return cuda_fail(ctx, result, "cannot use the stream");
  device->is_open = true;
  device->cuda.device_name(device->name, sizeof device->name, device->number);
  return RT_OK;
}

static int stream_make(Context *ctx, struct Device *device) {
  int error = cuda_choose(ctx, device);
  if (error != RT_OK) return error;
  CudaResult result = device->cuda.context_retain(&device->context, device->number);
  if (result != CUDA_OK) return cuda_fail(ctx, result, "cannot open the device");
  device->is_open = device->is_retained = true;
  result = device->cuda.context_set(device->context);
  if (result == CUDA_OK) result = device->cuda.stream_new(&device->stream, CUDA_NON_BLOCKING);
  if (result != CUDA_OK) return cuda_fail(ctx, result, "cannot make a stream");
  device->has_stream = true;
  return RT_OK;
}

int device_open(Context *ctx) {
  struct Device *device = ctx->gpu->device = calloc(1, sizeof *device);
  if (device == NULL) return context_fail_memory(ctx, sizeof *device, NULL);
  int error = cuda_load(ctx, device);
  if (error == RT_OK) error = kernels_dump(ctx);
  if (error == RT_OK)
    error = ctx->config->queue != NULL ? stream_take(ctx, device) : stream_make(ctx, device);
  if (error != RT_OK) return error;
  cuda_measure(ctx, device);
  context_log(ctx, "using the device %s", device->name);
  return cuda_kernels(ctx, device);
}

void *device_queue(Context *ctx) { return ctx->gpu->device->stream; }

void device_close(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  if (device == NULL) return;
  if (device->is_open) {
    device->cuda.context_set(device->context);
    if (device->stream != NULL) device->cuda.stream_wait(device->stream);
    if (device->mailbox != NULL) device->cuda.host_release(device->mailbox);
    for (size_t i = 0; i < device->module_count; i++)
      device->cuda.module_free(device->modules[i]);
    if (device->has_stream) device->cuda.stream_free(device->stream);
    if (device->is_retained) device->cuda.context_release(device->number);
  }
  free(device->kernels);
  free(device->modules);
  if (device->library != NULL) dlclose(device->library);
  free(device);
}

// ---------------------------------------------------------------------------------------------
// Memory and launches. Any thread may call; each makes the context its own first.

static struct Device *cuda_enter(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  device->cuda.context_set(device->context);
  return device;
}

static CudaAddress address_at(void *data, int64_t offset) {
  return (CudaAddress)(uintptr_t)data + (CudaAddress)offset;
}

void *device_allocate(Context *ctx, int64_t bytes) {
  struct Device *device = cuda_enter(ctx);
  CudaAddress address = 0;
  CudaResult result = device->cuda.allocate(&address, (size_t)bytes);
  if (result == CUDA_OK) return (void *)(uintptr_t)address;
  // An earlier kernel that went wrong shows here.
  if (result != CUDA_OUT_OF_MEMORY) device->cuda.error_name(result, &ctx->gpu->fault);
  return NULL;
}

// Host and device have one space of addresses.
void *device_mailbox(Context *ctx, int64_t bytes, void **host) {
  enum { FOR_ALL_CONTEXTS = 1, FOR_DEVICES = 2 };
  struct Device *device = cuda_enter(ctx);
  CudaResult result =
      device->cuda.host_allocate(&device->mailbox, (size_t)bytes, FOR_ALL_CONTEXTS | FOR_DEVICES);
  return *host = result == CUDA_OK ? device->mailbox : NULL;
}

void device_free(Context *ctx, void *data) { cuda_enter(ctx)->cuda.release(address_at(data, 0)); }

int device_wait(Context *ctx) {
  struct Device *device = cuda_enter(ctx);
  CudaResult result = device->cuda.stream_wait(device->stream);
  return result == CUDA_OK ? RT_OK : cuda_fail(ctx, result, "a kernel did not end well");
}

int device_read(Context *ctx, void *to, void *from, int64_t offset, int64_t bytes) {
  struct Device *device = cuda_enter(ctx);
  CudaResult result =
      device->cuda.read(to, address_at(from, offset), (size_t)bytes, device->stream);
  return result == CUDA_OK ? device_wait(ctx) : cuda_fail(ctx, result, "cannot read device memory");
}

int device_write(Context *ctx, void *to, int64_t offset, const void *from, int64_t bytes) {
  // So much is copied before the call returns.
  enum { STAGED = 65536 };
  struct Device *device = cuda_enter(ctx);
  CudaResult result =
      device->cuda.write(address_at(to, offset), from, (size_t)bytes, device->stream);
  if (result != CUDA_OK) return cuda_fail(ctx, result, "cannot write device memory");
  return bytes > STAGED ? device_wait(ctx) : RT_OK;
}

int device_copy(Context *ctx, void *to, int64_t to_offset, void *from, int64_t from_offset,
                int64_t bytes) {
  struct Device *device = cuda_enter(ctx);
  CudaResult result = device->cuda.copy(address_at(to, to_offset), address_at(from, from_offset),
                                        (size_t)bytes, device->stream);
  return result == CUDA_OK ? RT_OK : cuda_fail(ctx, result, "cannot copy device memory");
}

int device_fill(Context *ctx, void *to, int64_t offset, unsigned char byte, int64_t bytes) {
  struct Device *device = cuda_enter(ctx);
  CudaResult result =
      device->cuda.fill(address_at(to, offset), byte, (size_t)bytes, device->stream);
  return result == CUDA_OK ? RT_OK : cuda_fail(ctx, result, "cannot fill device memory");
}

int device_launch(Context *ctx, size_t kernel, int64_t groups, int64_t block, const GpuArg *args,
                  size_t arg_count) {
  enum { FEW = 64 };
  struct Device *device = cuda_enter(ctx);
  void *few[FEW], *few_data[FEW];
  void **params = arg_count <= FEW ? few : malloc(2 * arg_count * sizeof *params);
  if (params == NULL) return context_fail_memory(ctx, (int64_t)(arg_count * sizeof *params), NULL);
  void **data = arg_count <= FEW ? few_data : params + arg_count;
  size_t next = 0, room = 0;
  for (size_t i = 0; i < arg_count; i++) {
    if (args[i].block == NULL && args[i].data == NULL && args[i].size > 0) {
      room = args[i].size;
      continue;
    }
    data[next] = args[i].block != NULL ? args[i].block->data : NULL;
    params[next] = args[i].data != NULL ? (void *)(uintptr_t)args[i].data : (void *)&data[next];
    next++;
  }
  CudaHandle function = device->kernels[kernel];
  CudaResult result = CUDA_OK;
  if (room > CUDA_FAST_FREE - CUDA_FAST_OWN)
    result = device->cuda.function_set(function, CUDA_FAST_ROOM, (int)room);
  if (result == CUDA_OK)
    result = device->cuda.launch(function, (unsigned)groups, 1, 1, (unsigned)block, 1, 1,
                                 (unsigned)room, device->stream, params, NULL);
  if (params != few) free(params);
  if (result == CUDA_OK) return RT_OK;
  const GpuProgram *program = ctx->table->gpu;
  return cuda_fail(ctx, result,
                   kernel < program->kernel_count
                       ? program->kernels[kernel].name
                       : own_kernel_name(program, kernel - program->kernel_count));
}

// ---------------------------------------------------------------------------------------------
// Times. What cannot be measured is not: a profile changes nothing else.

static void timer_free(struct Device *device, struct Timer *timer) {
  if (timer->start != NULL) device->cuda.event_free(timer->start);
  if (timer->end != NULL) device->cuda.event_free(timer->end);
  free(timer);
}

void device_timer_begin(Context *ctx) {
  struct Device *device = cuda_enter(ctx);
  struct Timer *timer = device->timer = calloc(1, sizeof *timer);
  if (timer == NULL) return;
  bool is_good = device->cuda.event_new(&timer->start, 0) == CUDA_OK &&
                 device->cuda.event_new(&timer->end, 0) == CUDA_OK &&
                 device->cuda.event_record(timer->start, device->stream) == CUDA_OK;
  if (is_good) return;
  timer_free(device, timer);
  device->timer = NULL;
}

void *device_timer_end(Context *ctx) {
  struct Device *device = cuda_enter(ctx);
  struct Timer *timer = device->timer;
  device->timer = NULL;
  if (timer == NULL) return NULL;
  if (device->cuda.event_record(timer->end, device->stream) == CUDA_OK) return timer;
  timer_free(device, timer);
  return NULL;
}

int64_t device_timer_take(Context *ctx, void *data) {
  struct Device *device = cuda_enter(ctx);
  struct Timer *timer = data;
  float milliseconds = 0;
  if (timer == NULL) return 0;
  bool is_known = device->cuda.event_wait(timer->end) == CUDA_OK &&
                  device->cuda.event_time(&milliseconds, timer->start, timer->end) == CUDA_OK;
  timer_free(device, timer);
  return is_known ? (int64_t)((double)milliseconds * 1e6) : 0;
}
