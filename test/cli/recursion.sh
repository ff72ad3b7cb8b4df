# Memory of recursive programs: what a call gets is given up when it is dead, and parts of a sequence
# are not packed for it. Every one of these would take hundreds of megabytes otherwise.
. test/cli/lib

cat >"$work/deep.nesl" <<'EOF'
function sums(v) : [int] -> int = if #v < 2 then #v else sum({sums(x) : x in [take(v, 1), drop(v, 1)]});
function t1(n) : int -> int = sums([0:n]);
function qs(a) = if #a < 2 then a else
  let p = a[0]; r = drop(a, 1); s = {qs(v) : v in [{e in r | e < p}, {e in r | e >= p}]}
  in s[0] ++ [p] ++ s[1];
function t2(n) : int -> int = #qs([0:n]);
function rows(v) : [int] -> [int] = if #v < 2 then v else flatten({rows(x) : x in [take(v, 1), drop(v, 1)]});
function t3(n) : int -> int = #rows([0:n]);
function parts(v) : [int] -> int = if #v < 2 then #v else sum({parts(x) : x in split(v, {i == 0 : i in [0:#v]})});
function t4(n) : int -> int = parts([0:n]);
function some(v) : [int] -> int =
  if #v < 2 then #v else sum({if #x > 0 then some(x) else 0 : x in [take(v, 1), drop(v, 1)]});
function t5(n) : int -> int = some([0:n]);
function most(v) : [(int, float)] -> int =
  if #v < 2 then #v else max_val({most(x) : x in [take(v, 1), drop(v, 1)]}) + 1;
function t6(n) : int -> int = most({(i, float(i)) : i in [0:n]});
EOF

input 8000
for target in c multicore; do
  for skip in "" --skip=flatten; do
    # shellcheck disable=SC2086
    ravel $target $skip deep.nesl -o deep
    expect_status 0
    for test in t1 t2 t3 t4 t5 t6; do
      arguments="$target $skip $test"
      (cd "$work" && ./deep -D -e $test <in >out 2>err)
      status=$?
      expect_status 0
      expect_exactly out 8000
      peak=$(sed -n 's/^Peak memory usage: \([0-9]*\) bytes.*/\1/p' "$work/err")
      if [ "${peak:-9999999999}" -lt 4000000 ]; then pass; else fail "expected little memory, got $peak"; fi
    done
  done
done

# A lifted function only calls parallel loops, and is not worth optimising.
ravel multicore --emit=c deep.nesl -o deep.c
expect_status 0
if grep -q "^GLUE int fun_qs_inner_lifted" "$work/deep.c"; then pass; else fail "expected GLUE"; fi
if grep "^GLUE int fun_.*_part" "$work/deep.c" | grep -qv "_loop_"; then fail "expected parts to be optimised"; else pass; fi

# Few points that call a recursive function are worth a thread each, whatever else they do.
cat >"$work/queens.nesl" <<'EOF'
function safe(board, column) = let n = #board in
  all({(q /= column) and (abs(q - column) /= n - i) : q in board; i in index(n)});
function queens(board, n) = if #board == n then 1 else
  sum({queens(board ++ [c], n) : c in {c in index(n) | safe(board, c)}});
queens([] int, 6);
EOF
ravel multicore --emit=c queens.nesl -o queens.c
expect_status 0
part=$(awk '/^PART .*{$/ { sub(/\(.*/, "", $3); name = $3 } /= fun_queens_inner\(ctx/ { print name; exit }' "$work/queens.c")
grain=$(awk -v call="$part(ctx, 0" '/ chunks[_0-9]* = / { line = $0 }
  index($0, call) { sub(/.*sdiv_i64\([a-z_0-9]*, /, "", line); sub(/\).*/, "", line); print line; exit }' "$work/queens.c")
case $part,$grain in
*_part_*,1 | *_part_*,grain) pass ;;
*) fail "expected a thread for each point, got '$grain' of them in $part" ;;
esac

# Recursion that is too deep for a thread fails: on small stacks of OpenMP's threads, and on one that the
# caller of a library has used most of.
cat >"$work/depth.nesl" <<'EOF'
function depth(n) : int -> int = if n < 1 then 0 else 1 + depth(n - 1);
function depths(v) : [int] -> [int] = {depth(n) : n in v};
EOF
ravel multicore depth.nesl
expect_status 0
input '[1000000, 1000000, 1000000, 1000000, 1000000, 1000000]'
for size in 16k 20k 32k 48k 64k 100k 1M; do
  arguments="depths, with OMP_STACKSIZE=$size"
  (cd "$work" && OMP_STACKSIZE=$size OMP_NUM_THREADS=4 ./depth -e depths <in >out 2>err)
  status=$?
  expect_status 4
  expect err "depth.nesl:1:10-14: recursion too deep"
done
ravel c --library depth.nesl -o small
expect_status 0
cat >"$work/small_demo.c" <<'EOF'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "small.h"
static struct futhark_context *context;
static void *call(void *used) {
  volatile char room[*(size_t *)used];
  memset((char *)room, 1, sizeof room);
  int64_t shallow = 0, deep = 0;
  int error = futhark_entry_depth(context, &shallow, 10);
  if (error != 0 || shallow != 10) exit(3);
  if (futhark_entry_depth(context, &deep, 1000000) != FUTHARK_PROGRAM_ERROR || room[0] != 1) exit(4);
  char *message = futhark_context_get_error(context);
  if (message == NULL || strstr(message, "recursion too deep") == NULL) exit(5);
  free(message);
  return NULL;
}
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  context = futhark_context_new(config);
  for (size_t size = 64 << 10; size <= 1 << 20; size *= 2)
    for (size_t left = 32 << 10; left <= size / 2; left *= 2) {
      pthread_attr_t attributes;
      pthread_t thread;
      size_t used = size - left;
      pthread_attr_init(&attributes);
      pthread_attr_setstacksize(&attributes, size + (16 << 10));
      if (pthread_create(&thread, &attributes, call, &used) != 0) return 2;
      pthread_join(thread, NULL);
      pthread_attr_destroy(&attributes);
    }
  futhark_context_free(context);
  futhark_context_config_free(config);
  return 0;
}
EOF
arguments="a library on small stacks"
(cd "$work" && ${CC:-cc} -std=gnu11 -O1 -fopenmp-simd -o small small_demo.c small.c -lm -pthread && ./small >out 2>err)
status=$?
expect_status 0

summary
