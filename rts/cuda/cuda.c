// CUDA as a kind of device, by its driver interface, which is loaded when a program starts: an
// executable runs, and says what is missing, where there is no driver. Kernels are compiled when
// they are needed (nvrtc.c), or were by nvcc before, to machine code and PTX. See rts/gpu/gpu.h.

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "rts/c/object.h"
#include "rts/cuda/nvrtc.h"
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
  CUDA_BAD_IMAGE = 200, // CUDA_ERROR_INVALID_IMAGE, and others that say so of a module:
  CUDA_NO_BINARY = 209, // CUDA_ERROR_NO_BINARY_FOR_GPU
  CUDA_BAD_PTX = 222,   // CUDA_ERROR_UNSUPPORTED_PTX_VERSION
  CUDA_CAPABILITY_MAJOR = 75,
  CUDA_CAPABILITY_MINOR = 76,
  CUDA_MULTIPROCESSORS = 16, // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
  CUDA_FAST_MOST = 97,       // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
  CUDA_FAST_TEXT = 1,        // CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
  CUDA_FAST_ROOM = 8,        // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
  CUDA_FAST_FREE = 48 << 10, // what a kernel may have without, with what its text declares
  CUDA_FAST_OWN = 16 << 10,  // and what that is at most, beside what is asked for
  CUDA_NON_BLOCKING = 1      // CU_STREAM_NON_BLOCKING
};

#define CUDA_FUNCTIONS(X)                                                                          \
  X(init, "cuInit", (unsigned flags))                                                              \
  X(error_name, "cuGetErrorString", (CudaResult result, const char **text))                        \
  X(driver_version, "cuDriverGetVersion", (int *version))                                          \
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
  X(function_get, "cuFuncGetAttribute", (int *value, int attribute, CudaHandle function))          \
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
  Nvrtc nvrtc;         // the compiler of kernels, if it is needed
  int capability;      // of the device: 90 for sm_90
  void *mailbox;       // memory of the host that kernels write to
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

static const char HINT[] = "the targets c and multicore run on the processor";

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

// ---------------------------------------------------------------------------------------------
// Kernels. Several threads may compile and load them; each makes the context its own first.

// What was made by another version than the driver's may be too new for it.
static char *load_message(Context *ctx, CudaResult result) {
  struct Device *device = ctx->gpu->device;
  const char *text = NULL, *file = ctx->config->load_kernels;
  int driver = 0;
  device->cuda.error_name(result, &text);
  device->cuda.driver_version(&driver);
  bool is_image = result == CUDA_BAD_IMAGE || result == CUDA_NO_BINARY || result == CUDA_BAD_PTX;
  if (!is_image || device->nvrtc.library == NULL)
    return text_say("CUDA: cannot load the kernels%s%s: %s (%d)", file != NULL ? " in " : "",
                    file != NULL ? file : "", text != NULL ? text : "failed", result);
  return text_say("CUDA: cannot load the kernels: %s (%d). NVRTC %d.%d compiled them; the driver "
                  "is one for CUDA %d.%d. Have the program find an NVRTC of that version "
                  "(LD_LIBRARY_PATH), or update the driver, or compile it with `ravel cuda "
                  "--aot`",
                  text != NULL ? text : "failed", result, device->nvrtc.major, device->nvrtc.minor,
                  driver / 1000, driver % 1000 / 10);
}

static Built module_load(Context *ctx, const void *image) {
  struct Device *device = ctx->gpu->device;
  Built built = {0};
  device->cuda.context_set(device->context);
  CudaResult result = device->cuda.module_load(&built.module, image);
  if (result == CUDA_OK) return built;
  built.module = NULL;
  built.message = load_message(ctx, result);
  return built;
}

Built device_restore(Context *ctx, const void *binary, size_t size) {
  (void)size;
  return module_load(ctx, binary);
}

// Text in the dialect of kernels; or else what nvcc makes, or PTX, which the driver reads to the
// zero after it.
Built device_compile(Context *ctx, const char *text) {
  struct Device *device = ctx->gpu->device;
  if (strstr(text, "#define KERNEL") == NULL) return module_load(ctx, text);
  Built made = {0};
  made.message = nvrtc_open(&device->nvrtc);
  if (made.message == NULL)
    made.message = nvrtc_compile(&device->nvrtc, device->capability, ctx->config->build_options,
                                 text, &made.binary, &made.size);
  if (made.binary == NULL) return made;
  Built built = module_load(ctx, made.binary);
  built.binary = made.binary;
  built.size = made.size;
  return built;
}

void device_discard(Context *ctx, void *module) {
  struct Device *device = ctx->gpu->device;
  device->cuda.context_set(device->context);
  device->cuda.module_free(module);
}

bool device_compiles_aside(Context *ctx) {
  (void)ctx;
  return true;
}

void device_key_add(Context *ctx, Digest *key) {
  const struct Device *device = ctx->gpu->device;
  const char *added = ctx->config->build_options;
  const int numbers[] = {device->capability, device->nvrtc.major, device->nvrtc.minor};
  digest_add(key, numbers, sizeof numbers);
  digest_add(key, added != NULL ? added : "", added != NULL ? strlen(added) : 0);
}

bool device_keeps(Context *ctx) {
  (void)ctx;
  return false;
}

int device_kernel(Context *ctx, void *module, const char *name, void **handle) {
  struct Device *device = ctx->gpu->device;
  device->cuda.context_set(device->context);
  CudaResult result = device->cuda.module_function(handle, module, name);
  if (result == CUDA_OK) return RT_OK;
  *handle = NULL;
  return cuda_fail(ctx, result, name);
}

void device_kernel_free(Context *ctx, void *kernel) { (void)ctx, (void)kernel; }

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

// A program that lacks the compiler says so before it does anything else.
static int compiler_open(Context *ctx, struct Device *device) {
  int major = 0, minor = 0, driver = 0;
  device->cuda.device_attribute(&major, CUDA_CAPABILITY_MAJOR, device->number);
  device->cuda.device_attribute(&minor, CUDA_CAPABILITY_MINOR, device->number);
  device->cuda.driver_version(&driver);
  device->capability = 10 * major + minor;
  device->nvrtc.wanted = driver / 1000;
  bool is_needed = ctx->table->gpu->binaries == NULL && ctx->config->load_kernels == NULL;
  char *message = is_needed ? nvrtc_open(&device->nvrtc) : NULL;
  if (message == NULL) return RT_OK;
  int error = context_fail_device(ctx, "%s", message);
  free(message);
  return error;
}

int device_open(Context *ctx) {
  struct Device *device = ctx->gpu->device = calloc(1, sizeof *device);
  if (device == NULL) return context_fail_memory(ctx, sizeof *device, NULL);
  int error = cuda_load(ctx, device);
  if (error == RT_OK)
    error = ctx->config->queue != NULL ? stream_take(ctx, device) : stream_make(ctx, device);
  if (error != RT_OK) return error;
  cuda_measure(ctx, device);
  context_log(ctx, "using the device %s", device->name);
  return compiler_open(ctx, device);
}

void *device_queue(Context *ctx) { return ctx->gpu->device->stream; }

void device_close(Context *ctx) {
  struct Device *device = ctx->gpu->device;
  if (device == NULL) return;
  if (device->is_open) {
    device->cuda.context_set(device->context);
    if (device->stream != NULL) device->cuda.stream_wait(device->stream);
    if (device->mailbox != NULL) device->cuda.host_release(device->mailbox);
    if (device->has_stream) device->cuda.stream_free(device->stream);
    if (device->is_retained) device->cuda.context_release(device->number);
  }
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

const char *device_name(const Context *ctx) { return ctx->gpu->device->name; }

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

int device_run(Context *ctx, void *function, const char *name, int64_t groups, int64_t block,
               const GpuArg *args, size_t arg_count) {
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
  CudaResult result = CUDA_OK;
  if (room > CUDA_FAST_FREE - CUDA_FAST_OWN)
    result = device->cuda.function_set(function, CUDA_FAST_ROOM, (int)room);
  if (result == CUDA_OK)
    result = device->cuda.launch(function, (unsigned)groups, 1, 1, (unsigned)block, 1, 1,
                                 (unsigned)room, device->stream, params, NULL);
  if (params != few) free(params);
  int declared = 0;
  if (ctx->recording != NULL && result == CUDA_OK)
    device->cuda.function_get(&declared, CUDA_FAST_TEXT, function);
  ctx->gpu->used = declared + (int64_t)room;
  if (result == CUDA_OK) return RT_OK;
  return cuda_fail(ctx, result, name);
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
