# Executables for OpenCL: results, failures in kernels, devices. Needs an OpenCL device, PoCL will do.
. test/cli/lib

if [ ! -e /usr/include/CL/cl.h ] || ! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1; then
  echo "skipped: there is no OpenCL device"
  summary
  exit
fi

cat >"$work/prog.fut" <<'END'
entry main [n] (xs: [n]i32) = (map (* 2) xs, i32.sum xs, scan (+) 0 xs, filter (> 1) xs)
entry pick [n] (xs: [n]i32) (is: [n]i64) = map (\i -> xs[i]) is
entry nest (n: i64) (m: i64) = tabulate_2d n m (\i j -> i * 10 + j)
END

# run ARGUMENTS...: runs the executable.
run() {
  arguments=$*
  (cd "$work" && ./prog "$@" <in >out 2>err)
  status=$?
}

ravel opencl prog.fut
expect_status 0
input '[1, 2, 3]'
run
expect_status 0
expect_exactly out "[2i32, 4i32, 6i32]
6i32
[1i32, 3i32, 6i32]
[2i32, 3i32]"
input 'empty([0]i32)'
run
expect_status 0
input '2i64 3i64'
run -e nest
expect_exactly out "[[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]]"
input '[1, 2, 3] [0i64, 5, 1]'
run -e pick
expect_status 4
expect err "prog.fut:2:55"
expect err "5"
input '[1, 2, 3] [0i64, 2, 1]'
run -e pick
expect_exactly out "[1i32, 3i32, 2i32]"
run -d "no such device"
expect_status 3
expect err "the targets c and multicore run on the processor"
expect err "There is "
run -e pick -d "#0"
expect_status 0
for wanted in "#1x" "#x" "#" "#-1" "#99" "#18446744073709551616"; do
  run -e pick -d "$wanted"
  expect_status 3
  expect err "there is no OpenCL device $wanted;"
  expect err "There is "
  run -e pick -p "$wanted"
  expect_status 3
  expect err "there is no OpenCL platform $wanted;"
  expect err "There is "
done

run -p "no such platform"
expect_status 3
expect err "there is no OpenCL platform no such platform;"
expect err "There is "
run -p "#0" --build-option=-DSOMETHING --build-option -DELSE=1 --unified-memory 1 --default-num-groups 8
expect_status 4 # the input is another entry point's
expect err "--default-num-groups has no effect"
run -e pick -p "#0" --dump-opencl same.cl --build-option=-DSOMETHING
expect_status 0
expect same.cl "pick_kernel"
run -e pick --load-opencl same.cl
expect_exactly out "[1i32, 3i32, 2i32]"
run -e pick --build-option=-no-such-option
expect_status 3
run --list-devices
expect_status 2
expect err "-d none"
run --dump-opencl-binary file
expect_status 2
expect err "--cache-file"

# No platform at all.
arguments="OCL_ICD_VENDORS=/nonexistent"
(cd "$work" && OCL_ICD_VENDORS=/nonexistent ./prog <in >out 2>err)
status=$?
expect_status 3
expect err "the targets c and multicore run on the processor"

# Kernels go to a file and come from there.
input '[1, 2, 3] [0i64, 2, 1]'
run -e pick --dump-kernels text.cl
expect_status 0
expect text.cl "pick_kernel"
run -e pick --load-kernels text.cl
expect_exactly out "[1i32, 3i32, 2i32]"
run -e pick --load-kernels nowhere.cl
expect_status 2
expect err "cannot read nowhere.cl: No such file"
echo 'kernel void other() {}' >"$work/other.cl"
run -e pick --load-kernels other.cl
expect_status 3
expect err "there is no such kernel"
expect err "other.cl"
echo 'no C {' >"$work/other.cl"
run -e pick --load-kernels other.cl
expect_status 3
expect err "in other.cl cannot be built"
run -e pick --load-kernels .
expect_status 2
expect err "cannot read .: Is a directory"
run -e pick --dump-kernels no/folder.cl
expect_status 2
expect err "cannot write no/folder.cl: No such file"

# Built kernels are kept. (By default in the user's folder for caches, but PoCL has a cache of its own.) A file that is damaged
# is replaced: no driver gets to see it.
expect_kept() {
  if grep -qF "built again" "$work/err"; then fail "the kernels are built again"; else pass; fi
}
# What somebody else wrote is not written over.
echo keep >"$work/words"
chmod 644 "$work/words"
run -e pick --cache-file words
expect_status 2
expect err "cannot keep kernels in words: File exists"
test "$(cat "$work/words")" = keep && pass || fail "a file of the user's was written over"
run -e pick --cache-file mine
expect_status 0
cp "$work/mine" "$work/whole"
run -L -e pick --cache-file mine
expect_exactly out "[1i32, 3i32, 2i32]"
expect_kept
size=$(wc -c <"$work/whole")
for damage in text empty cut key short flip; do
  case $damage in
  text) echo broken >"$work/mine" ;;
  empty) : >"$work/mine" ;;
  cut) head -c $((size / 2)) "$work/whole" >"$work/mine" ;;
  key) head -c 8 "$work/whole" >"$work/mine" ;;
  short) head -c $((size - 1)) "$work/whole" >"$work/mine" ;;
  flip)
    cp "$work/whole" "$work/mine"
    printf 'flip' | dd of="$work/mine" bs=1 seek=$((size / 2)) conv=notrunc 2>/dev/null
    ;;
  esac
  cp "$work/mine" "$work/damaged"
  run -L -e pick --cache-file mine
  arguments="a cache file with damage: $damage"
  expect_status 0
  expect_exactly out "[1i32, 3i32, 2i32]"
  expect err "built again"
  if cmp -s "$work/mine" "$work/damaged"; then fail "expected another cache file"; else pass; fi
  run -L -e pick --cache-file mine
  expect_kept
done

# Profiles: a table and JSON, with positions in the source and the device's own times.
input '[1, 2, 3]'
run -P
expect_status 0
expect err "main_kernel"
expect err "prog.fut:1:"
expect err "GB/s"
expect err "opening the device"
expect err "all     "
run --profile-json profile.json
expect_status 0
expect profile.json '"source": "prog.fut:1:'
expect profile.json '"bytes": '
expect profile.json '"blocks_made": '
run --profile-json no/folder.json
expect_status 2
expect err "cannot write no/folder.json: No such file"
expect_empty out
if [ -e /dev/full ]; then
  run --profile-json /dev/full
  expect_status 2
  expect err "cannot write /dev/full: No space"
fi
run -D
expect err "blocks that were made: "

# Kernels of what was flattened are from the line of the inner loop.
cat >"$work/rows.fut" <<'END'
entry main [n][m] (xss: [n][m]i64) (k: i32): [n][m]i64 =
  map (\xs ->
         loop xs for _i < k do
           scan (+) 0 xs) xss
END
ravel opencl rows.fut
input '[[1i64, 2], [3, 4]] 2'
arguments="rows -P"
(cd "$work" && ./rows -P <in >out 2>err)
status=$?
expect_status 0
expect_exactly out "[[1i64, 4i64], [3i64, 10i64]]"
expect err "rows.fut:4:12-24"

# Memory that is short: a message with the live arrays, and what waits for reuse is given back first.
cat >"$work/memory.fut" <<'END'
entry main (n: i64) (m: i64) =
  let xs = map (* 3) (iota n)
  let ys = scan (+) 0 xs
  in (xs, map (\i -> xs[(i * 7) % n] + ys[(i * 5) % n]) (iota m))
entry grow (n: i64) (k: i64) =
  loop s = 0i64 for i < k do
    let ys = scan (+) 0 (iota (n * (i + 1))) in (s + ys[(s + i + 1) % n]) % 1000
END
ravel opencl memory.fut
expect_status 0
memory() {
  arguments=$*
  (cd "$work" && ./memory "$@" <in >out 2>err)
  status=$?
}
input '10000i64 100000i64'
memory -n --memory-limit 600000
expect_status 5
expect err "memory.fut:4:"
expect err "800000 bytes are needed"
expect err "The limit is 600000 bytes"
expect err "memory.fut:3:"
input '10000i64 1000i64'
memory -n --memory-limit 600000
expect_status 0
input '10000i64 8i64'
memory -e grow -D --memory-limit 1000000
expect_status 0
expect_exactly out "51i64"
memory -e grow --memory-limit 800000
expect_status 5
memory --memory-limit none
expect_status 2

# Threads that allocate more than the heap has: the line is named.
cat >"$work/heap.fut" <<'END'
entry main (n: i64) (k: i64): i64 =
  i64.sum (map (\p -> let a = loop a = [p] for _i < k + p % 2 do a ++ map (+ 1) a
                      in a[length a - 1]) (iota n))
END
ravel opencl heap.fut
expect_status 0
heap() {
  arguments=$*
  (cd "$work" && ./heap "$@" <in >out 2>err)
  status=$?
}
input '4i64 3i64'
heap --memory-limit 30000000
expect_status 0
expect_exactly out "20i64"
input '4i64 24i64'
heap --memory-limit 30000000
expect_status 5
expect err "heap.fut:2:"
expect err "bytes are needed"

# As many kernels are launched as fusion has left pars in an entry point.
cat >"$work/fused.fut" <<'END'
entry norm [n] (xs: [n]f32): [n]f32 =
  let s = f32.sqrt (reduce (+) 0 (map (\x -> x * x) xs)) in map (/ s) xs
entry two [n] (xs: [n]f32): (f32, f32) = (f32.sum (map (* 2) xs), f32.maximum (map (+ 1) xs))
entry chain [n] (xs: [n]f32): [n]f32 = map (+ 1) (map (* 2) (scan (+) 0 (map (+ 3) xs)))
entry keep [n] (xs: [n]f32): f32 = f32.sum (map (* 2) (filter (> 1) (map (+ 1) xs)))
entry ends [n] (xs: [n]f32): [n]f32 = let ys = map (+ 1) xs in map (\i -> ys[n - 1 - i] + ys[i]) (iota n)
entry counts [n] (xs: [n]f32): [10]i32 = hist (+) 0 10 (map (\x -> i64.f32 x % 10) xs) (map i32.f32 xs)
-- Histograms are kernels of their own, and take in what is there for them only.
def bins [n] (xs: [n]f32): [10]f32 = hist (+) 0 10 (map (\x -> i64.f32 x % 10) xs) xs
entry bins_and_sum [n] (xs: [n]f32): ([10]f32, f32) = (bins xs, f32.sum xs)
entry bins_and_map [n] (xs: [n]f32): ([10]f32, [n]f32) = let ys = map f32.sqrt xs in (bins ys, ys)
entry bins_of_maps [n] (xs: [n]f32): [10]f32 = bins (map (+ 1) (map f32.sqrt xs))
entry bins_of_some [n] (xs: [n]f32): [10]f32 = bins (filter (> 1) xs)
entry bins_of_sums [n] (xs: [n]f32): [10]f32 = bins (scan (+) 0 xs)
entry bins_twice [n] (xs: [n]f32): ([10]f32, [10]f32) = (bins xs, bins (map (* 2) xs))
END
ravel opencl --dump-after=fuse fused.fut
expect_status 0
mv "$work/err" "$work/fused.core"
input '[1f32, 2, 3]'
for entry in norm two chain keep ends counts bins_and_sum bins_and_map bins_of_maps bins_of_some bins_of_sums bins_twice; do
  promised=$(sed -n "/^entry $entry /,/^}/p" "$work/fused.core" | grep -c '^  let .* = par ')
  arguments="launches of $entry"
  (cd "$work" && ./fused -n -e "$entry" --profile-json fused.json <in >out 2>err)
  launched=$(tr '{' '\n' <"$work/fused.json" | sed -n 's/.*"count": \([0-9]*\).*"source": "fused.*/\1/p' | awk '{ sum += $1 } END { print sum + 0 }')
  if [ "$promised" = "$launched" ]; then pass; else fail "expected $promised launches, got $launched"; fi
done

# Kernels that do the same are one; a profile still has the places that they are from.
cat >"$work/twins.fut" <<'END'
entry first [n] (xs: [n]i32): [n]i32 = map (\x -> x * 3 + 1) xs
entry second [m] (ys: [m]i32): [m]i32 = map (\y -> y * 3 + 1) ys
entry third [n] (xs: [n]i32): [n]i32 = map (\x -> x * 4 + 1) xs
def pick (xs: []i32) (i: i32): i32 = xs[i]
entry fourth [n] (xs: [n]i32): [n]i32 = map (pick xs) xs
entry fifth [m] (ys: [m]i32): [m]i32 = map (pick ys) ys
entry both [n] (xs: [n]i32): i32 = let ys = map (\x -> x * 3 + 1) xs let zs = map (\x -> x * 3 + 1) (scan (+) 0 ys) in zs[n - 1] + ys[0]
END
ravel opencl --emit=kernels twins.fut
expect_status 0
sed -n 's,^// ---- \([a-z]*\)_kernel.*,\1,p' "$work/out" | uniq | paste -sd ' ' >"$work/names"
expect_exactly names "first third fourth fifth both" # a failure of fifth tells of its own calls
ravel opencl twins.fut
twin() {
  arguments="$*"
  (cd "$work" && ./twins "$@" <in >out 2>err)
  status=$?
}
input '[1, 2, 0]'
twin -e first
expect_exactly out "[4i32, 7i32, 1i32]"
twin -e second --profile-json twins.json
expect_exactly out "[4i32, 7i32, 1i32]"
expect twins.json '"name": "first_kernel_1"'
expect twins.json '"source": "twins.fut:2:'
twin -e third
expect_exactly out "[5i32, 9i32, 1i32]"
twin -e fifth
expect_exactly out "[2i32, 0i32, 1i32]"
twin -e both
expect_exactly out "41i32"
input '[1, 2, 7]'
twin -e fifth
expect_status 4
expect err "twins.fut:4:"

# Libraries: the caller's own queue and memory, the text of the kernels, waiting, and what to link with.
cat >"$work/lib.fut" <<'END'
entry main [n] (xs: [n]i32): [n]i32 = map (* 2) xs
entry pick [n] (xs: [n]i32) (i: i64): i32 = xs[i]
entry turn [n][m] (xss: [n][m]i32): [m][n]i32 = transpose xss
END
cat >"$work/use.c" <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib.h"
#define CHECK(condition) if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  cl_platform_id platform;
  cl_device_id device;
  int error, numbers[6] = {1, 2, 3, 4, 5, 6}, read[6] = {0};
  CHECK(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error == CL_SUCCESS);
  const char *text = futhark_context_config_get_program(config);
  CHECK(text != NULL && strstr(text, "main_kernel") != NULL);
  char *same = malloc(strlen(text) + 1);
  strcpy(same, text);
  futhark_context_config_set_program(config, same);
  free(same);
  futhark_context_config_set_profiling(config, 1);
  futhark_context_config_set_command_queue(config, queue);
  struct futhark_context *ctx = futhark_context_new(config);
  CHECK(futhark_context_get_error(ctx) == NULL);
  CHECK(futhark_context_get_command_queue(ctx) == queue);
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers, &error);
  struct futhark_i32_1d *xs = futhark_new_raw_i32_1d(ctx, memory, 6), *ys = NULL;
  CHECK(futhark_values_raw_i32_1d(ctx, xs) == memory);
  CHECK(futhark_entry_main(ctx, &ys, xs) == FUTHARK_SUCCESS && futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  CHECK(clEnqueueReadBuffer(queue, futhark_values_raw_i32_1d(ctx, ys), CL_TRUE, 0, sizeof read, read, 0, NULL, NULL) == CL_SUCCESS);
  CHECK(read[0] == 2 && read[5] == 12);
  struct futhark_i32_2d *rows = futhark_new_raw_i32_2d(ctx, memory, 2, 3), *columns = NULL;
  CHECK(futhark_entry_turn(ctx, &columns, rows) == FUTHARK_SUCCESS && futhark_context_sync(ctx) == FUTHARK_SUCCESS);
  CHECK(futhark_values_i32_2d(ctx, columns, read) == FUTHARK_SUCCESS && read[1] == 4);
  int32_t one = 0;
  CHECK(futhark_entry_pick(ctx, &one, xs, 7) == FUTHARK_PROGRAM_ERROR);
  char *message = futhark_context_get_error(ctx);
  CHECK(message != NULL && strstr(message, "lib.fut:2") != NULL);
  free(message);
  CHECK(futhark_entry_pick(ctx, &one, xs, 3) == FUTHARK_SUCCESS && one == 4);
  char *report = futhark_context_report(ctx);
  CHECK(report != NULL && strstr(report, "main_kernel") != NULL);
  free(report);
  futhark_free_i32_1d(ctx, xs), futhark_free_i32_1d(ctx, ys);
  futhark_free_i32_2d(ctx, rows), futhark_free_i32_2d(ctx, columns);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  // The caller's memory, queue and context are still the caller's.
  CHECK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof read, read, 0, NULL, NULL) == CL_SUCCESS && read[5] == 6);
  clReleaseMemObject(memory), clReleaseCommandQueue(queue), clReleaseContext(context);
  config = futhark_context_config_new();
  futhark_context_config_set_platform(config, "no such platform");
  ctx = futhark_context_new(config);
  message = futhark_context_get_error(ctx);
  CHECK(message != NULL && strstr(message, "targets c and multicore") != NULL);
  free(message);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
END
ravel opencl --library lib.fut
expect_status 0
expect lib.pc "-lOpenCL"
expect lib.cmake "OpenCL::OpenCL"
arguments="a library for OpenCL"
(cd "$work" && ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -Wno-deprecated-declarations -g -fsanitize=address,undefined \
  -o use use.c lib.c -lOpenCL -lm -pthread && ASAN_OPTIONS=detect_leaks=0 ./use) >"$work/out" 2>"$work/err"
status=$?
expect_status 0
ravel opencl --emit=header -o other.h lib.fut
expect other.h "cl_mem futhark_values_raw_i32_1d"
ravel cuda --emit=header -o other.h lib.fut
expect other.h "CUdeviceptr futhark_values_raw_i32_1d"
expect other.h "futhark_context_config_set_stream"

# Several contexts at a time, each with a queue of its own and in a thread; one fails now and then, and others do not notice.
cat >"$work/many.c" <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib.h"
#define CHECK(condition) if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), "failed"
static void *use(void *data) {
  int32_t numbers[1000], one, seed = *(int *)data;
  for (int i = 0; i < 1000; i++) numbers[i] = i * seed;
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(config);
  CHECK(futhark_context_get_error(ctx) == NULL);
  for (int round = 0; round < 20; round++) {
    struct futhark_i32_1d *xs = futhark_new_i32_1d(ctx, numbers, 1000), *ys;
    CHECK(futhark_entry_main(ctx, &ys, xs) == FUTHARK_SUCCESS);
    if (seed == 2) {
      CHECK(futhark_entry_pick(ctx, &one, ys, 1000) == FUTHARK_PROGRAM_ERROR);
      free(futhark_context_get_error(ctx));
    }
    CHECK(futhark_entry_pick(ctx, &one, ys, 999) == FUTHARK_SUCCESS && one == 2 * 999 * seed);
    futhark_free_i32_1d(ctx, xs), futhark_free_i32_1d(ctx, ys);
  }
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  int seeds[3] = {1, 2, 3}, status = 0;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, use, &seeds[i]);
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(threads[i], &result);
    if (result) status = 1;
  }
  return status;
}
END
arguments="contexts in threads"
(cd "$work" && ${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -o many many.c lib.c -lOpenCL -lm -pthread && ./many) >"$work/out" 2>"$work/err"
status=$?
expect_status 0

# Servers: values stay on the device between calls; a failure is told, and does no harm.
ravel opencl --server lib.fut
expect_status 0
printf '%s\n' '[1, 2, 3] 2i64 7i64' >"$work/values"
input 'restore values xs []i32 i i64 j i64
call main ys xs
call pick a ys j
call pick b ys i
store stored b
report'
arguments="a server"
(cd "$work" && ./lib -P <in >out 2>err)
status=$?
expect_status 0
expect out "runtime: "
expect out "%%% FAILURE"
expect out "lib.fut:2"
expect out '"main_kernel'
if [ "$(tail -c 4 "$work/stored" | od -An -td4 | tr -d ' ')" = 6 ]; then pass; else fail "expected 6 in stored"; fi

# ravel run and bench, through the cache.
input '[1, 2, 3] [0i64, 2, 1]'
ravel run --target=opencl prog.fut -e pick
expect_exactly out "[1i32, 3i32, 2i32]"
ravel run --target=c prog.fut -e pick
expect_exactly out "[1i32, 3i32, 2i32]"
printf '%s\n' '-- ==' '-- entry: pick' '-- input { [1, 2] [1i64, 0] } output { [2, 1] }' >>"$work/prog.fut"
ravel bench --target=opencl --runs=2 --max-runs=2 prog.fut
expect_status 0
expect out "on opencl"

# Random programs; a device is tested alone.
ravel fuzz --seed=501 --count=2 --timeout=120 --target=opencl
expect_status 0
expect out "2 passed, 0 failed"
ravel fuzz --seed=501 --count=1 --target=c,opencl
expect_status 2
expect err "opencl is tested alone"

# Recursion that cannot be flattened is the host's, and a warning says so, with the place.
cp test/run/operator_captures.core "$work/recursion.core"
ravel opencl recursion.core
expect_status 0
expect err "warning[W0004]"
expect err "recursion.core:7:5"
input '[1i64, 2] 2i64'
arguments="a par that the host runs"
(cd "$work" && ./recursion <in >out 2>err)
status=$?
expect_status 0
expect_exactly out "15i64"

summary
