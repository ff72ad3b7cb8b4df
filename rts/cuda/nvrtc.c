// See nvrtc.h.

#include "rts/cuda/nvrtc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rts/gpu/gpu.h"

// ---------------------------------------------------------------------------------------------
// Opening

// A library in a folder, of a version (0: any).
static void *library_open(const char *folder, int version) {
  char name[4096];
  int length =
      version > 0
          ? snprintf(name, sizeof name, "%s%slibnvrtc.so.%d%s", folder, *folder != '\0' ? "/" : "",
                     version, version == 11 ? ".2" : "")
          : snprintf(name, sizeof name, "%s%slibnvrtc.so", folder, *folder != '\0' ? "/" : "");
  return length < (int)sizeof name ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : NULL;
}

// $NVRTC, or where the loader looks, or a toolkit. One as new as the driver first: what a newer one
// makes the driver may not take.
static void *library_find(int wanted) {
  const char *own = getenv("NVRTC");
  if (own != NULL && *own != '\0') return dlopen(own, RTLD_NOW | RTLD_LOCAL);
  const int versions[] = {wanted, wanted - 1, 0};
  static const char *const VARIABLES[] = {"CUDA_HOME", "CUDA_PATH"};
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
    void *library = library_open("", versions[i]);
    if (library == NULL) library = library_open("/usr/local/cuda/lib64", versions[i]);
    for (size_t k = 0; library == NULL && k < sizeof VARIABLES / sizeof *VARIABLES; k++) {
      char folder[4000];
      const char *base = getenv(VARIABLES[k]);
      if (base == NULL || strlen(base) > sizeof folder - 16) continue;
      snprintf(folder, sizeof folder, "%s/lib64", base);
      library = library_open(folder, versions[i]);
    }
    if (library != NULL) return library;
  }
  return NULL;
}

static const char REMEDY[] =
    "it is part of the CUDA toolkit, whose libraries LD_LIBRARY_PATH, CUDA_HOME or NVRTC (its "
    "file) may name; `ravel cuda --aot` compiles kernels ahead, for machines without it";

char *nvrtc_open(Nvrtc *nvrtc) {
  if (nvrtc->library != NULL) return NULL;
  void *library = library_find(nvrtc->wanted);
  if (library == NULL)
    return text_say("CUDA: there is no NVRTC (libnvrtc.so.%d), which compiles the kernels: %s",
                    nvrtc->wanted, REMEDY);
#define X(type, name, symbol, params)                                                              \
  *(void **)&nvrtc->name = dlsym(library, symbol);                                                 \
  if (nvrtc->name == NULL) {                                                                       \
    dlclose(library);                                                                              \
    return text_say("CUDA: NVRTC is too old: it has no %s, which came with CUDA 11.2; %s", symbol, \
                    REMEDY);                                                                       \
  }
  NVRTC_FUNCTIONS(X)
#undef X
  int count = 0, archs[256];
  nvrtc->version(&nvrtc->major, &nvrtc->minor);
  if (nvrtc->arch_count(&count) != 0 || count < 1 || count > 256 || nvrtc->archs(archs) != 0)
    count = 0;
  nvrtc->newest = 0;
  for (int i = 0; i < count; i++)
    nvrtc->newest = archs[i] > nvrtc->newest ? archs[i] : nvrtc->newest;
  nvrtc->library = library;
  return NULL;
}

// ---------------------------------------------------------------------------------------------
// Compiling

// What the compiler says about the text, or what the library says.
static char *compile_message(const Nvrtc *nvrtc, NvrtcProgram program, NvrtcResult result) {
  size_t size = 0;
  char *log = NULL;
  if (nvrtc->log_size(program, &size) == 0 && size > 1) log = calloc(1, size + 1);
  if (log != NULL) nvrtc->log(program, log);
  char *message = text_say("CUDA: the kernels cannot be compiled by NVRTC %d.%d: %s%s%s",
                           nvrtc->major, nvrtc->minor, nvrtc->error_name(result),
                           log != NULL ? "\n" : "", log != NULL ? log : "");
  free(log);
  return message;
}

// Machine code, or PTX.
static NvrtcResult result_take(const Nvrtc *nvrtc, NvrtcProgram program, bool is_ptx, char **binary,
                               size_t *size) {
  NvrtcResult result = is_ptx ? nvrtc->ptx_size(program, size) : nvrtc->cubin_size(program, size);
  *binary = result == 0 ? malloc(*size + 1) : NULL;
  if (*binary == NULL) return result;
  (*binary)[*size] = '\0';
  return is_ptx ? nvrtc->ptx(program, *binary) : nvrtc->cubin(program, *binary);
}

enum { NVRTC_OPTIONS_MOST = 64 };

// Cuts a text at its blanks, and adds its words.
static int words_cut(char *text, const char **words, int count) {
  for (char *word = strtok_r(text, " ", &text); word != NULL && count < NVRTC_OPTIONS_MOST;
       word = strtok_r(NULL, " ", &text))
    words[count++] = word;
  return count;
}

char *nvrtc_compile(const Nvrtc *nvrtc, int capability, const char *options, const char *text,
                    char **binary, size_t *size) {
  const char *words[NVRTC_OPTIONS_MOST] = {"-std=c++17", "-w"};
  char arch[64], *added = options != NULL ? malloc(strlen(options) + 1) : NULL, *message = NULL;
  bool is_ptx = nvrtc->newest > 0 && capability > nvrtc->newest;
  NvrtcProgram program = NULL;
  int count = 3;
  *binary = NULL;
  snprintf(arch, sizeof arch, "--gpu-architecture=%s_%d", is_ptx ? "compute" : "sm",
           is_ptx ? nvrtc->newest : capability);
  words[2] = arch;
  if (added != NULL) count = words_cut(strcpy(added, options), words, count);
  NvrtcResult result = nvrtc->create(&program, text, "kernels.cu", 0, NULL, NULL);
  if (result == 0) result = nvrtc->compile(program, count, words);
  if (result == 0) result = result_take(nvrtc, program, is_ptx, binary, size);
  if (result != 0) message = compile_message(nvrtc, program, result);
  if (result != 0) free(*binary);
  if (result != 0) *binary = NULL;
  if (program != NULL) nvrtc->destroy(&program);
  free(added);
  return message;
}
