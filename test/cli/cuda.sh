# Executables for CUDA without a device: a script in the place of nvcc and a library in the place of NVRTC, which leave the text of the kernels
# as it is, and a driver that finds kernels in such a text and runs none.
. test/cli/lib

XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME

cat >"$work/nvcc" <<'END'
#!/bin/sh
case $* in --help) exit ;; esac
printf '%s ' "$@" >>"${0%/*}/calls"
[ -e "${0%/*}/refuse" ] && exit 1
folder=
for word in "$@"; do
  [ "$folder" = next ] && folder=$word
  [ "$word" = --output-directory ] && folder=next
  case $word in *.cu) name=${word##*/} && cp "$word" "$folder/${name%.cu}.fatbin" ;; esac
done
END
chmod +x "$work/nvcc"
NVCC=$work/nvcc
export NVCC

cat >"$work/driver.c" <<'END'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uintptr_t Address;
static long setting(const char *name, long fallback) { return getenv(name) ? atol(getenv(name)) : fallback; }
int cuInit(unsigned flags) { return (int)setting("INIT", 0) + 0 * (int)flags; }
int cuGetErrorString(int result, const char **text) { return *text = result == 700 ? "an illegal address" : "an error", 0; }
int cuDriverGetVersion(int *version) { return *version = (int)setting("VERSION", 13000), 0; }
int cuDeviceGetCount(int *count) { return *count = 2, 0; }
int cuDeviceGet(int *device, int number) { return *device = number, 0; }
int cuDeviceGetName(char *name, int size, int device) { return snprintf(name, (size_t)size, "paper %d", device), 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { return *value = attribute == 75 ? 9 : attribute == 76 ? 0 : 4 + 0 * device, 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = 1 << 30, 0 * device; }
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = context, 0 * device; }
int cuDevicePrimaryCtxRelease_v2(int device) { return 0 * device; }
int cuCtxSetCurrent(void *context) { return context == NULL; }
int cuCtxGetDevice(int *device) { return *device = 0, 0; }
int cuStreamGetCtx(void *stream, void **context) { return *context = stream, 0; }
int cuStreamCreate(void **stream, unsigned flags) { return *stream = stream, 0 * (int)flags; }
int cuStreamDestroy_v2(void *stream) { return stream == NULL; }
int cuStreamSynchronize(void *stream) { return stream == NULL; }
int cuModuleLoadData(void **module, const void *image) { return *module = strdup(image), strncmp(image, "nothing", 7) == 0 ? 200 : (int)setting("LOAD", 0); }
int cuModuleUnload(void *module) { return free(module), 0; }
int cuFuncSetAttribute(void *function, int attribute, int value) { return 0 * (function == NULL) * attribute * value; }
int cuFuncGetAttribute(int *value, int attribute, void *function) { *value = 0; return 0 * (function == NULL) * attribute; }
int cuModuleGetFunction(void **function, void *module, const char *name) {
  char text[256], made[256]; // copies are made by macros
  snprintf(text, sizeof text, " %s(", name);
  snprintf(made, sizeof made, "_KERNEL(%s,", name);
  *function = strstr(module, text) ? strstr(module, text) : strstr(module, made);
  return *function ? 0 : 500;
}
int cuMemAlloc_v2(Address *address, size_t bytes) {
  if ((long)bytes > setting("MEMORY", 1 << 30)) return 2;
  return *address = (Address)calloc(1, bytes), 0;
}
int cuMemFree_v2(Address address) { return free((void *)address), 0; }
int cuMemHostAlloc(void **address, size_t bytes, unsigned flags) { return *address = calloc(1, bytes), 0 * (int)flags; }
int cuMemFreeHost(void *address) { return free(address), 0; }
int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, void *stream) { return memcpy(to, (void *)from, bytes), stream == NULL; }
int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, void *stream) { return memcpy((void *)to, from, bytes), stream == NULL; }
int cuMemcpyAsync(Address to, Address from, size_t bytes, void *stream) { return memcpy((void *)to, (void *)from, bytes), stream == NULL; }
int cuMemsetD8Async(Address to, unsigned char byte, size_t bytes, void *stream) { return memset((void *)to, byte, bytes), stream == NULL; }
int cuEventCreate(void **event, unsigned flags) { return *event = event, 0 * (int)flags; }
int cuEventDestroy_v2(void *event) { return event == NULL; }
int cuEventRecord(void *event, void *stream) { return event == NULL || stream == NULL; }
int cuEventSynchronize(void *event) { return event == NULL; }
int cuEventElapsedTime(float *milliseconds, void *start, void *end) { return *milliseconds = 1, start == NULL || end == NULL; }
int cuLaunchKernel(void *function, unsigned x, unsigned y, unsigned z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                   void *stream, void **params, void **extra) {
  unsigned any = x + y + z + block_x + block_y + block_z + shared;
  return function == NULL || stream == NULL || (params == NULL && extra == NULL) || any == 0 ? 1 : (int)setting("LAUNCH", 0);
}
END
cat >"$work/nvrtc.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
typedef struct Program { char *text, *log; } Program;
int nvrtcVersion(int *major, int *minor) { return *major = getenv("NVRTC_OF") ? atoi(getenv("NVRTC_OF")) : 13, *minor = 1, 0; }
const char *nvrtcGetErrorString(int result) { return result == 6 ? "NVRTC_ERROR_COMPILATION" : "an error"; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 2, 0; }
int nvrtcGetSupportedArchs(int *archs) { return archs[0] = 80, archs[1] = getenv("OLD_NVRTC") ? 80 : 90, 0; }
int nvrtcCreateProgram(Program **program, const char *text, const char *name, int count, const char *const *headers, const char *const *names) {
  *program = calloc(1, sizeof **program);
  (*program)->text = strdup(text);
  return (name == NULL) + count + (headers != names);
}
int nvrtcDestroyProgram(Program **program) { return free((*program)->text), free((*program)->log), free(*program), *program = NULL, 0; }
int nvrtcCompileProgram(Program *program, int count, const char *const *options) {
  char line[4096] = "";
  for (int i = 0; i < count; i++) snprintf(line + strlen(line), sizeof line - strlen(line), "%s ", options[i]);
  FILE *calls = fopen("compiled", "a");
  fprintf(calls, "%s\n", line);
  fclose(calls);
  if (getenv("SLOW")) usleep(200000);
  if (getenv("REFUSE") == NULL || strstr(program->text, getenv("REFUSE")) == NULL) return 0;
  return program->log = strdup("kernels.cu(7): error: what is this"), 6;
}
int nvrtcGetProgramLogSize(Program *program, size_t *size) { return *size = program->log ? strlen(program->log) + 1 : 1, 0; }
int nvrtcGetProgramLog(Program *program, char *log) { return strcpy(log, program->log ? program->log : ""), 0; }
int nvrtcGetPTXSize(Program *program, size_t *size) { return *size = strlen(program->text) + 1, 0; }
int nvrtcGetPTX(Program *program, char *ptx) { return strcpy(ptx, program->text), 0; }
int nvrtcGetCUBINSize(Program *program, size_t *size) { return *size = strlen(program->text) + 1, 0; }
int nvrtcGetCUBIN(Program *program, char *cubin) { return strcpy(cubin, program->text), 0; }
END
arguments="a driver and a compiler of paper"
(cd "$work" && ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -shared -fPIC -o libcuda.so.1 driver.c &&
  ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -shared -fPIC -o libnvrtc.so.13 nvrtc.c) >"$work/out" 2>"$work/err"
status=$?
expect_status 0
NVRTC=$work/libnvrtc.so.13
export NVRTC

for k in $(seq 1 40); do
  echo "entry f$k [n] (xs: [n]i64): [n]i64 = map (\\x -> x * $k + $k) xs"
done >"$work/prog.fut"
cat >>"$work/prog.fut" <<'END'
entry plain (x: i32): i32 = x + 1
entry live (n: i64) (m: i64) =
  let xs = scan (+) 0 (iota n)
  in (xs, map (\i -> xs[i % n]) (iota m))
entry again [n] (xs: [n]i64): [n]i64 = map (\x -> x * 39 + 39) xs
entry sums [n][m] (a: [n][m]i64) (xs: [m]i64): [n]i64 = map (\r -> i64.sum (map2 (*) r xs)) a
entry many [n][m] (a: [n][m]i64) (xs: [m]i64) =
  let rows = map (\r -> i64.sum (map2 (*) r xs)) a
  in (rows, scan (+) 0 xs, reduce_by_index (replicate 10 0i64) (+) 0 xs xs)
entry counts [n] (is: [n]i64): [1000]i32 = reduce_by_index (replicate 1000 0) (+) 0 is (replicate n 1)
END
# ---- Compiled when they are needed ----

ravel cuda prog.fut
expect_status 0
if [ -e "$work/calls" ]; then fail "nvcc was called"; else pass; fi

# run ARGUMENTS...: runs the executable with the driver of paper.
run() {
  arguments=$*
  (cd "$work" && LD_LIBRARY_PATH=$work ./prog "$@" <in >out 2>err)
  status=$?
}
# forget: nothing is compiled yet.
forget() { rm -rf "$work/cache" "$work/compiled"; }
# expect_compiled N: so many texts were compiled since.
expect_compiled() {
  count=$([ -e "$work/compiled" ] && grep -c . "$work/compiled" || echo 0)
  if [ "$count" = "$1" ]; then pass; else fail "expected $1 texts that were compiled, got $count"; fi
}
# expect_kept N: so many are in the cache.
expect_kept() {
  count=$(find "$work/cache/ravel" -name 'k-*' 2>/dev/null | grep -c .)
  if [ "$count" = "$1" ]; then pass; else fail "expected $1 texts in the cache, got $count"; fi
}

# expect_absent out|err TEXT
expect_absent() {
  if grep -qF -- "$2" "$work/$1"; then fail "unexpected in std$1: $2"; else pass; fi
}

# Only what is launched, and only once. A kernel that is the same as another one is that one.
forget
input '[1i64, 2]'
run -e f40 -n -L
expect_status 0
expect err "compiled f40_kernel"
expect_compiled 1
expect_kept 1
expect compiled "--gpu-architecture=sm_90"
run -e f40 -n -L
expect err "loaded f40_kernel"
run -e f39 -n
expect_compiled 2
run -e again -n
expect_compiled 2
expect_kept 2
# Other options and other versions are other texts.
run -e f40 -n --build-option=-fmad=false --build-option=-lineinfo
expect_compiled 3
expect compiled "-fmad=false -lineinfo"
run -e f40 -n --nvrtc-option=-fmad=false
expect_compiled 4
arguments="another version of NVRTC"
(cd "$work" && NVRTC_OF=12 LD_LIBRARY_PATH=$work ./prog -e f40 -n <in >out 2>err)
status=$?
expect_status 0
expect_compiled 5
# A device that NVRTC does not know gets PTX.
arguments="an old NVRTC"
status=0
(cd "$work" && OLD_NVRTC=1 NVRTC_OF=11 LD_LIBRARY_PATH=$work ./prog -e f40 -n <in >out 2>err)
expect compiled "--gpu-architecture=compute_80"
# The cache can be off; a damaged file is made again; a folder that cannot be used is no harm.
forget
for _ in 1 2; do run -e f40 -n --no-kernel-cache; done
expect_compiled 2
arguments="RAVEL_KERNEL_CACHE=off"
(cd "$work" && RAVEL_KERNEL_CACHE=off LD_LIBRARY_PATH=$work ./prog -e f40 -n <in >out 2>err)
expect_compiled 3
expect_kept 0
forget
run -e f40 -n
for kept in "$work"/cache/ravel/k-*; do
  head -c 100 "$kept" >"$work/cut" && cat "$work/cut" >"$kept"
done
run -e f40 -n -L
expect_status 0
expect err "compiled f40_kernel"
expect_compiled 2
run -e f40 -n -L
expect err "loaded f40_kernel"
forget
mkdir -p "$work/cache" && echo >"$work/cache/ravel"
run -e f40 -n -L
expect_status 0
expect err "compiled kernels are not kept: $work/cache/ravel: it is not a folder"
expect_compiled 1
# What is expected is compiled aside, and each text once, also where kernels need others (of segments and histograms).
forget
input '[[1i64, 2]] [3i64, 4]'
run -e many -n -L
expect_status 0
expect_compiled 4
expect_kept 4
# Two processes at once.
forget
arguments="two processes"
(
  cd "$work" && export SLOW=1 LD_LIBRARY_PATH="$work"
  ./prog -e many -n <in >out 2>err &
  ./prog -e many -n <in >other 2>other_err &&
    wait $! && cat other_err >>err
)
status=$?
expect_status 0
expect_empty err
expect_kept 4
run -e many -n -L
expect_absent err "compiled "
# ravel cache counts them.
ravel cache
expect out "kernels   4"
ravel cache --clear
expect_kept 0
# The cache has a limit.
forget
arguments="a cache that is full"
(cd "$work" && RAVEL_CACHE_SIZE=0 LD_LIBRARY_PATH=$work ./prog -e many -n <in >out 2>err)
status=$?
expect_status 0
expect_compiled 4
expect_kept 0
# One file for all.
forget
for _ in 1 2; do run -e many -n --cache-file mine; done
expect_compiled 4
expect_kept 0
# What does not compile is told when it is launched. What runs before it is not harmed.
forget
export REFUSE=f40_kernel
run -e many -n
expect_status 0
input '[1i64, 2]'
run -e f40
expect_status 3
expect err "the kernels cannot be compiled by NVRTC 13.1: NVRTC_ERROR_COMPILATION"
expect err "kernels.cu(7): error: what is this"
run -e f39 -n
expect_status 0
unset REFUSE
# A module that the driver does not take.
arguments="a driver that is too old"
(cd "$work" && LOAD=222 VERSION=12040 LD_LIBRARY_PATH=$work ./prog -e f40 -n <in >out 2>err)
status=$?
expect_status 3
expect err "NVRTC 13.1 compiled them; the driver is one for CUDA 12.4"
# No NVRTC at all.
arguments="no NVRTC"
(cd "$work" && NVRTC=$work/nowhere.so LD_LIBRARY_PATH=$work ./prog -e plain -n <in >out 2>err)
status=$?
expect_status 3
expect err "there is no NVRTC (libnvrtc.so.13)"
expect err "ravel cuda --aot"
(cd "$work" && NVRTC=$work/libcuda.so.1 LD_LIBRARY_PATH=$work ./prog -e plain -n <in >out 2>err)
expect err "NVRTC is too old"

# The text of the kernels, and other texts.
input '41'
run -e plain --dump-kernels all.cu
expect_status 0
run -e plain --load-kernels all.cu
expect_exactly out "42i32"
sed 's/f40_kernel/other/g' "$work/all.cu" >"$work/some.cu"
run -e plain --load-kernels some.cu
expect_status 3
expect err "f40_kernel"

# ---- Compiled ahead ----

ravel cuda --aot prog.fut
expect_status 0
expect err "nvcc compiled"
ravel c --aot prog.fut
expect_status 2
expect err "--aot is for CUDA"
ravel cuda --aot prog.fut -q
expect_empty err
rm "$work/calls"
ravel cuda --aot prog.fut
# Fifty kernels are four parts, which nvcc is given at once. Each kernel is looked for in its part only, also those that accompany
# others (of segments and histograms), and one that is the same as another.
expect_status 0
if [ "$(tr ' ' '\n' <"$work/calls" | grep -c '\.cu$')" = 4 ]; then pass; else fail "expected 4 parts"; fi

input '41'
run -e plain -L
expect_status 0
expect_exactly out "42i32"
expect err "using the device paper 0"
run -e plain -L -d '#1'
expect err "using the device paper 1"
run -e plain -d marble
expect_status 3
expect err "the targets c and multicore"
expect err "There is paper 0."
for wanted in "#x" "#1x" "#" "#-1" "#2"; do
  run -e plain -d "$wanted"
  expect_status 3
  expect err "there is no CUDA device $wanted;"
  expect err "There is paper 1."
done
input '[1i64, 2]'
run -e f40 -n -P
expect_status 0
expect err "f40_kernel"

# One file in the place of all parts; it may lack kernels, or be no such file.
input '41'
run -e plain --dump-kernels all.cu
expect_status 0
run -e plain --load-kernels all.cu
expect_exactly out "42i32"
sed 's/f40_kernel/other/g' "$work/all.cu" >"$work/some.cu"
run -e plain --load-kernels some.cu
expect_status 3
expect err "f40_kernel"
echo nothing >"$work/none.cu"
run -e plain --dump-cuda same.cu -p NVIDIA
expect_status 0
expect err "--platform has no effect"
run -e plain --load-ptx same.cu
expect_status 0
run -e plain --load-cuda same.cu
expect_status 2
expect err "--load-kernels takes the text"
run -e plain --load-kernels none.cu
expect_status 3
expect err "none.cu"
run -e plain --load-kernels nowhere.cu
expect_status 2
expect err "cannot read nowhere.cu: No such file"
run -e plain --dump-kernels no/folder.cu
expect_status 2
expect err "cannot write no/folder.cu: No such file"

# Failures of the driver.
export INIT=100
run -e plain
expect_status 3
expect err "there is no CUDA device"
expect err "the targets c and multicore"
unset INIT
export LAUNCH=700
input '[1i64, 2]'
run -e f1
expect_status 3
expect err "an illegal address (700)"
unset LAUNCH
export MEMORY=500000
input '50000i64 100000i64'
run -e live -n
expect_status 5
expect err "prog.fut:44:"
expect err "800000 bytes are needed"
expect err "prog.fut:43:"
unset MEMORY

touch "$work/refuse"
ravel cuda --aot prog.fut
expect_status 2
expect err "the CUDA compiler $NVCC failed"
expect err "NVCC, NVCCFLAGS and CUDAARCHS"
NVCC=$work/nowhere
ravel cuda --aot prog.fut
expect_status 2

summary
