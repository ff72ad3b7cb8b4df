# Executables for CUDA without a device: a script in the place of nvcc, which leaves the text of the kernels as it is, and a driver that finds
# kernels in such a text and runs none.
. test/cli/lib

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
int cuDeviceGetCount(int *count) { return *count = 2, 0; }
int cuDeviceGet(int *device, int number) { return *device = number, 0; }
int cuDeviceGetName(char *name, int size, int device) { return snprintf(name, (size_t)size, "paper %d", device), 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { return *value = 4 + 0 * (attribute + device), 0; }
int cuDeviceTotalMem_v2(size_t *bytes, int device) { return *bytes = 1 << 30, 0 * device; }
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = context, 0 * device; }
int cuDevicePrimaryCtxRelease_v2(int device) { return 0 * device; }
int cuCtxSetCurrent(void *context) { return context == NULL; }
int cuCtxGetDevice(int *device) { return *device = 0, 0; }
int cuStreamGetCtx(void *stream, void **context) { return *context = stream, 0; }
int cuStreamCreate(void **stream, unsigned flags) { return *stream = stream, 0 * (int)flags; }
int cuStreamDestroy_v2(void *stream) { return stream == NULL; }
int cuStreamSynchronize(void *stream) { return stream == NULL; }
int cuModuleLoadData(void **module, const void *image) { return *module = strdup(image), strncmp(image, "nothing", 7) == 0 ? 200 : 0; }
int cuModuleUnload(void *module) { return free(module), 0; }
int cuFuncSetAttribute(void *function, int attribute, int value) { return 0 * (function == NULL) * attribute * value; }
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
arguments="a driver of paper"
(cd "$work" && ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -shared -fPIC -o libcuda.so.1 driver.c) >"$work/out" 2>"$work/err"
status=$?
expect_status 0

# Forty kernels are three parts, which nvcc is given at once. Each kernel is looked for in its part only, also those that accompany
# others (of segments and histograms), and one that is the same as another.
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
entry counts [n] (is: [n]i64): [1000]i32 = reduce_by_index (replicate 1000 0) (+) 0 is (replicate n 1)
END
ravel cuda prog.fut
expect_status 0
if [ "$(tr ' ' '\n' <"$work/calls" | grep -c '\.cu$')" = 3 ]; then pass; else fail "expected 3 parts"; fi

# run ARGUMENTS...: runs the executable with the driver of paper.
run() {
  arguments=$*
  (cd "$work" && LD_LIBRARY_PATH=$work ./prog "$@" <in >out 2>err)
  status=$?
}

input '41'
run -e plain -L
expect_status 0
expect_exactly out "42i32"
expect err "using the device paper 0"
run -e plain -L -d '#1'
expect err "using the device paper 1"
run -e plain -d marble
expect_status 3
expect err "ravel multicore"
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
expect err "nvcc -fatbin"
run -e plain --nvrtc-option=-use_fast_math
expect_status 2
expect err "NVCCFLAGS"
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
expect err "ravel multicore"
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
ravel cuda prog.fut
expect_status 2
expect err "the CUDA compiler $NVCC failed"
expect err "NVCC, NVCCFLAGS and CUDAARCHS"
NVCC=$work/nowhere
ravel cuda prog.fut
expect_status 2

summary
