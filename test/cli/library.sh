# Libraries: the C API under the sanitizers, the manifest, and the programs in examples/library.
. test/cli/lib

cp examples/library/* "$work"
ravel c --library shapes.fut
expect_status 0

# step COMMAND: runs it in the work folder.
step() {
  arguments=$1
  (cd "$work" && sh -c "$1" >out 2>err)
  status=$?
}

step "${CC:-cc} -std=c11 -g -O1 -Wall -Werror -fopenmp-simd -fsanitize=address,undefined -fno-sanitize-recover=all -o demo shapes_demo.c shapes.c -lm -pthread"
expect_status 0
step ./demo
expect_status 0
expect_empty err
expect_exactly out "a polygon with 6 corners has area 2.5981
the circle at x = 1.0, variant 0, has area 12.5664
from 1.0 to 3.0; scaled: 30.0 10.0 20.0
error 2: shapes.fut:25:41-45: Index [7] out of bounds for array of shape [3].
picked 3"

step "${CC:-cc} -std=c11 -O1 -fopenmp-simd -fPIC -shared -o libshapes.so shapes.c -lm -pthread"
expect_status 0
if command -v python3 >/dev/null; then
  step "python3 shapes_demo.py ./libshapes.so shapes.json"
  expect_status 0
  expect_exactly out "a square has area 2.0000
from 1.0 to 3.0"
fi
# Other languages, where their compilers are. Each example says the same.
said='error: shapes.fut:25:41-45: Index [7] out of bounds for array of shape [3].
picked 3'
if command -v c++ >/dev/null && command -v pkg-config >/dev/null; then
  mkdir "$work/archive"
  ravel build --static --no-cache -o archive/shapes shapes.fut
  step 'c++ -std=c++17 -Wall -Wextra -Werror -o demo_cpp shapes_demo.cpp $(PKG_CONFIG_PATH=archive pkg-config --cflags --libs shapes) && ./demo_cpp'
  expect_exactly out "a polygon with 6 corners has area 2.5981
scaled: 30.0 10.0 20.0
$said"
fi
if command -v rustc >/dev/null; then
  step 'rustc -O -L . -C link-arg=-Wl,-rpath,$PWD -o demo_rs shapes_demo.rs && ./demo_rs'
  expect_exactly out "scaled: [30.0, 10.0, 20.0]
$said"
fi
if command -v julia >/dev/null; then
  step 'julia --startup-file=no shapes_demo.jl'
  expect_exactly out "scaled: [30.0, 10.0, 20.0]
$said"
fi
# Nothing but the API can be seen from outside.
step "nm -D --defined-only libshapes.so | awk '{print \$3}' | grep -v '^futhark_'"
expect_empty out
if command -v pkg-config >/dev/null; then
  step "PKG_CONFIG_PATH=. pkg-config --libs shapes"
  expect out "-lshapes"
fi
# Names and folders with blanks.
mkdir "$work/a b"
echo 'entry main (x: i32) : i32 = x + 1' >"$work/a b/c d.fut"
ravel c --library -o "a b/c d" "a b/c d.fut"
expect_status 0
step "cat 'a b/c d.cmake'"
expect out 'add_library(c_d STATIC "${CMAKE_CURRENT_LIST_DIR}/c d.c")'
expect out 'target_include_directories(c_d PUBLIC "${CMAKE_CURRENT_LIST_DIR}")'
step "cat 'a b/c d.pc'"
expect out 'Libs: -L${prefix} -lc_d'
if command -v pkg-config >/dev/null; then
  step "${CC:-cc} -std=c11 -O1 -fopenmp-simd -fPIC -shared -o 'a b/libc_d.so' 'a b/c d.c' -lm -pthread"
  expect_status 0
  printf '#include "c d.h"\nint main(void) { return 0; }\n' >"$work/use.c"
  step 'cp "a b/c d.pc" "a b/c_d.pc"; export PKG_CONFIG_PATH="$PWD/a b"; eval "${CC:-cc} use.c $(pkg-config --cflags --libs c_d)"'
  expect_status 0
fi
# Tuning parameters are those of the entry point. A static library with threads needs OpenMP.
cat >"$work/nest.fut" <<'FUT'
entry sums [n][m] (a: [n][m]f32): [n]f32 = map f32.sum a
entry plain (x: i32): i32 = x + 1
FUT
ravel multicore --library nest.fut
expect_status 0
step "cat nest.json"
expect out '"cfun":"futhark_entry_sums","tuning_params":["nested_1"]'
expect out '"cfun":"futhark_entry_plain","tuning_params":[]'
step "cat nest.pc"
expect out "Libs.private: -fopenmp -lm"
# A context whose constants failed calls nothing.
printf 'def table = map (+ 1) (iota 10)\ndef bad = table[table[9]]\nentry bad_sum (x: i64) : i64 = x + bad\n' >"$work/unfit.fut"
ravel c --library unfit.fut
expect_status 0
cat >"$work/unfit_demo.c" <<'C'
#include "unfit.h"
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *context = futhark_context_new(config);
  int64_t result = 7;
  int error = futhark_entry_bad_sum(context, &result, 1);
  futhark_context_free(context);
  futhark_context_config_free(config);
  return error == FUTHARK_PROGRAM_ERROR && result == 7 ? 0 : 1;
}
C
step "${CC:-cc} -std=c11 -O1 -fopenmp-simd -o unfit unfit_demo.c unfit.c -lm -pthread && ./unfit"
expect_status 0
# Names that are put together are never those of another type. An array of records without elements fits
# whatever its inner sizes are to be.
cat >"$work/names.fut" <<'FUT'
type~ a = #b i32 | #c f32
type a_b = {x: i32, y: i32}
type arr1d_a_b = {z: i32}
type d = {e_f: i32}
type d_e = {f: i32, f': i32, f_x27: i32}
type t = {xs: [3]i32, k: i32}
entry one (v: a) (w: a_b) : i32 = match v case #b i -> i + w.x case #c _ -> w.y
entry two (v: []a_b) (w: arr1d_a_b) : i32 = w.z + i32.sum (map (.x) v)
entry three (x: d) (y: d_e) : i32 = x.e_f + y.f + y.f' + y.f_x27
entry sum [n] (ts: [n]t) : i64 = n + i64.sum (map (\r -> i64.i32 (i32.sum r.xs)) ts)
entry sizes [n][m] (ts: [n]{xs: [m]i32, k: i32}) (ys: [m]i32) : i64 = 10 * n + m + length ys
FUT
ravel c --library names.fut
expect_status 0
step "grep -o 'futhark_[a-z_0-9]*(' names.h | sort | uniq -d"
expect_empty out
step "grep -c 'int futhark_new_opaque_a_b' names.h"
expect_exactly out 2
cat >"$work/names_demo.c" <<'C'
#include "names.h"
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *context = futhark_context_new(config);
  struct futhark_opaque_arr1d_t *none = NULL;
  int64_t sum = 1, sizes = 1, shape[1] = {0};
  int error = futhark_new_opaque_arr1d_t(context, &none, NULL, shape[0]);
  if (error == 0) error = futhark_entry_sum(context, &sum, none);
  if (error == 0) error = futhark_free_opaque_arr1d_t(context, none);
  char *message = futhark_context_get_error(context);
  if (message) puts(message);
  futhark_context_free(context);
  futhark_context_config_free(config);
  return error == 0 && sum == 0 && sizes == 1 ? 0 : 1;
}
C
step "grep 'futhark_new_opaque_arr1d_t(' names.h"
expect out "futhark_new_opaque_arr1d_t("
step "${CC:-cc} -std=c11 -g -O1 -Wall -Werror -fopenmp-simd -fsanitize=address,undefined -fno-sanitize-recover=all -o names names_demo.c names.c -lm -pthread && ./names"
expect_status 0
expect_empty out
# Shared libraries: built at once, kept in the cache, and, with prefixes, two of them in one process.
cat >"$work/one.fut" <<'FUT'
def table = map (+ 1) (iota 4)
-- | The sum of two vectors.
-- Both have one length.
entry add [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 (+) xs ys
-- ==
-- entry: add
-- input { [1] [2] } output { [3] }
entry same (k: i64) (xs: [k][3]i32) : [k][3]i32 = xs
entry constant (_: bool) : []i64 = table
FUT
sed 's/+/*/' "$work/one.fut" >"$work/two.fut"
ravel c --shared --prefix=one one.fut
expect_status 0
ravel build --target=c --shared --prefix=two two.fut
expect_status 0
step "ls one.* libone.so two.* libtwo.so | tr '\n' ' '"
expect_exactly out "libone.so libtwo.so one.cmake one.fut one.h one.json one.pc two.cmake two.fut two.h two.json two.pc "
step "nm -D --defined-only libone.so | awk '{print \$3}' | grep -v '^one_'"
expect_empty out
step "cat one.json"
expect out '"prefix":"one"'
expect out '"doc":"The sum of two vectors.\nBoth have one length."'
expect out '"name":"ys","type":"[]i32","unique":false,"dims":["n"]'
expect out '"name":"xs","type":"[][]i32","unique":false,"dims":["k",3]'
expect out '"unshare":"one_unshare_i32_1d"'
expect out '"ctype":"struct one_i32_1d *"'
cat >"$work/both.c" <<'C'
#include <stdio.h>
#include "one.h"
#include "two.h"
int main(void) {
  int32_t data[3] = {2, 3, 4}, sums[3], products[3];
  int64_t numbers[4];
  struct one_context_config *config = one_context_config_new();
  struct one_context *context = one_context_new(config);
  struct one_i32_1d *xs = one_new_raw_i32_1d(context, (unsigned char *)data, 3), *ys;
  if (one_entry_add(context, &ys, xs, xs)) return 1;
  one_values_i32_1d(context, ys, sums);
  one_free_i32_1d(context, ys);
  // A constant is the program's, foreign memory somebody else's; what was unshared is the caller's.
  struct one_i64_1d *constant;
  if (one_entry_constant(context, &constant, true)) return 2;
  if (one_unshare_i64_1d(context, constant)) return 3;
  ((int64_t *)one_values_raw_i64_1d(context, constant))[0] = 77;
  one_free_i64_1d(context, constant);
  if (one_entry_constant(context, &constant, true)) return 4;
  one_values_i64_1d(context, constant, numbers);
  one_free_i64_1d(context, constant);
  if (one_unshare_i32_1d(context, xs) || one_values_raw_i32_1d(context, xs) == (unsigned char *)data) return 5;
  one_free_i32_1d(context, xs);
  struct two_context_config *config_2 = two_context_config_new();
  struct two_context *context_2 = two_context_new(config_2);
  struct two_i32_1d *zs = two_new_i32_1d(context_2, data, 3), *ws;
  if (two_entry_add(context_2, &ws, zs, zs)) return 6;
  two_values_i32_1d(context_2, ws, products);
  two_free_i32_1d(context_2, zs);
  two_free_i32_1d(context_2, ws);
  one_context_free(context);
  one_context_config_free(config);
  two_context_free(context_2);
  two_context_config_free(config_2);
  printf("%d %d %d\n", sums[2], products[2], (int)numbers[0]);
  return 0;
}
C
step "${CC:-cc} -std=c11 -Wall -Werror -o both both.c -L. -lone -ltwo -Wl,-rpath,\$PWD && ./both"
expect_status 0
expect_exactly out "8 16 1"
# The same as static libraries, one of them with threads; from the cache, too.
for again in first second; do
  rm -f "$work"/lib*.a
  ravel c --static --prefix=one one.fut
  expect_status 0
  ravel multicore --static --prefix=two two.fut
  expect_status 0
  step "ls libone.a libtwo.a && nm -g --defined-only libone.a | awk 'NF == 3 {print \$3}' | grep -v '^one_'"
  expect_exactly out "libone.a
libtwo.a"
done
step "${CC:-cc} -std=c11 -Wall -Werror -o both_static both.c libone.a libtwo.a -fopenmp -lm -pthread && ./both_static"
expect_exactly out "8 16 1"
step "cat two.pc two.cmake"
expect out 'Libs: -L${prefix} -ltwo -fopenmp -lm -pthread'
expect out 'IMPORTED_LOCATION "${CMAKE_CURRENT_LIST_DIR}/libtwo.a"'
if command -v cmake >/dev/null; then
  mkdir "$work/cmake"
  printf 'cmake_minimum_required(VERSION 3.10)\nproject(both C)\ninclude(../one.cmake)\ninclude(../two.cmake)\nadd_executable(both ../both.c)\ntarget_link_libraries(both PRIVATE one two)\n' >"$work/cmake/CMakeLists.txt"
  step "cd cmake && cmake . >/dev/null && make >/dev/null && ./both"
  expect_exactly out "8 16 1"
fi
# -o may name the file of the library itself.
mkdir "$work/named"
ravel c --shared --no-cache -o named/libone.so one.fut
expect_status 0
ravel c --static --no-cache -o named/libtwo.a one.fut
expect_status 0
ravel c --shared --no-cache -o named/lib.so one.fut
expect_status 0
ravel c --shared --no-cache -o named/liberty one.fut
expect_status 0
step "ls named/*.so named/*.a named/*.h && grep -h -e -lone -e -lliberty named/*.pc"
expect_exactly out 'named/lib.h
named/liberty.h
named/liblib.so
named/libliberty.so
named/libone.so
named/libtwo.a
named/one.h
named/two.h
Libs: -L${prefix} -lliberty
Libs: -L${prefix} -lone'
ravel c --static --shared one.fut
expect_status 2
expect err "with --shared or with --static, not with both"
AR=/nowhere/ar ravel c --static --no-cache one.fut
expect_status 2
expect err "cannot run /nowhere/ar"
# The second time it comes from the cache: library, header and manifest of each.
step "rm libtwo.so two.json two.h"
ravel build --target=c --shared --prefix=two two.fut
expect_status 0
step "ls cache/ravel | grep -c '^[phm]-'"
expect_exactly out 12
step "./both"
expect_exactly out "8 16 1"
# What is in the way is left alone.
echo mine >"$work/libtwo.so"
ravel c --shared --prefix=two two.fut
expect_status 2
expect err "libtwo.so: the file is there, and ravel has not written it"
step "cat libtwo.so"
expect_exactly out mine
ravel c --prefix=two two.fut
expect_status 2
expect err "--prefix needs --library, --shared or --static"
ravel c --library --prefix=a-b two.fut
expect_status 2
expect err "--prefix must be a name in C, but a-b is none"
ravel c --shared --language=futhark - </dev/null
expect_status 2
expect err "-o gives the output a name"
if command -v valgrind >/dev/null; then
  step "${CC:-cc} -std=c11 -g -O1 -fopenmp-simd -o plain shapes_demo.c shapes.c -lm -pthread && valgrind -q --leak-check=full --error-exitcode=9 ./plain"
  expect_status 0
fi

summary
