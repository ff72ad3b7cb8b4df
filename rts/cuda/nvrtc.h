// NVRTC, the compiler of CUDA as a library, loaded when it is needed. It is part of CUDA's toolkit,
// and of the package of its own that distributions and Python have.

#ifndef RAVEL_RTS_NVRTC_H
#define RAVEL_RTS_NVRTC_H

#include <stddef.h>

#ifndef RTS_API
#define RTS_API
#endif

typedef int NvrtcResult;
typedef void *NvrtcProgram;

#define NVRTC_FUNCTIONS(X)                                                                         \
  X(NvrtcResult, version, "nvrtcVersion", (int *major, int *minor))                                \
  X(const char *, error_name, "nvrtcGetErrorString", (NvrtcResult result))                         \
  X(NvrtcResult, arch_count, "nvrtcGetNumSupportedArchs", (int *count))                            \
  X(NvrtcResult, archs, "nvrtcGetSupportedArchs", (int *archs))                                    \
  X(NvrtcResult, create, "nvrtcCreateProgram",                                                     \
    (NvrtcProgram * program, const char *text, const char *name, int count,                        \
     const char *const *headers, const char *const *names))                                        \
  X(NvrtcResult, destroy, "nvrtcDestroyProgram", (NvrtcProgram * program))                         \
  X(NvrtcResult, compile, "nvrtcCompileProgram",                                                   \
    (NvrtcProgram program, int count, const char *const *options))                                 \
  X(NvrtcResult, log_size, "nvrtcGetProgramLogSize", (NvrtcProgram program, size_t * size))        \
  X(NvrtcResult, log, "nvrtcGetProgramLog", (NvrtcProgram program, char *log))                     \
  X(NvrtcResult, ptx_size, "nvrtcGetPTXSize", (NvrtcProgram program, size_t * size))               \
  X(NvrtcResult, ptx, "nvrtcGetPTX", (NvrtcProgram program, char *ptx))                            \
  X(NvrtcResult, cubin_size, "nvrtcGetCUBINSize", (NvrtcProgram program, size_t * size))           \
  X(NvrtcResult, cubin, "nvrtcGetCUBIN", (NvrtcProgram program, char *cubin))

typedef struct Nvrtc {
  void *library; // NULL: it is not open
  int wanted;    // the version of CUDA that the driver is for, or 0
  int major, minor;
  int newest; // device that it knows: 90 for sm_90
#define X(type, name, symbol, params) type(*name) params;
  NVRTC_FUNCTIONS(X)
#undef X
} Nvrtc;

// Opens it if it is not open. It stays in the process, which may make other contexts. NULL, or a
// message to be freed: why not, and what to do.
RTS_API char *nvrtc_open(Nvrtc *nvrtc);
// Compiles a text for a device (90: sm_90), with further options, separated by blanks, or NULL.
// *binary, to be freed, is machine code, or PTX for devices that NVRTC does not know yet. NULL, or
// a message. Several threads may do so at a time.
RTS_API char *nvrtc_compile(const Nvrtc *nvrtc, int capability, const char *options,
                            const char *text, char **binary, size_t *size);

#endif
