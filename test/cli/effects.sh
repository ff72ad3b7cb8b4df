# What programs print and trace: where it goes, what a failure leaves of it, and what tests say about it.
. test/cli/lib

# step COMMAND: runs it in the work folder.
step() {
  arguments=$1
  (cd "$work" && sh -c "$1" >out 2>err)
  status=$?
}

cat >"$work/steps.fut" <<'END'
entry main (n: i64) =
  let a = trace (n + 1)
  let b = #[trace] (a, 0.5f32)
  in 10 / #[trace(divisor)] (b.0 - 3)

entry sum (n: i64) = reduce (\a b -> #[trace(plus)] (a + b)) 0 (iota n)

entry sums (n: i64) = scan (\a b -> #[trace(plus)] (a + b)) 0 (map (\i -> #[trace(element)] i) (iota n))

entry elements [n] (xs: [n]i64) (m: i64) = loop s = 0 for i < m do let j = #[trace(at)] i in s + xs[j]

entry thrice [n] (xs: [n]i64) (m: i64) = loop s = 0 for _i < 3 do let j = #[trace(at)] m in s + xs[j]

entry doubled (n: i64) = map (\i -> 2 * (#[trace(point)] i)) (iota n)
END
printf 'def plus (a: i64) (b: i64) = #[trace(plus)] (a + b)\nentry main [n] (is: [n]i64) = reduce_by_index [0i64, 0] plus 0 is is\n' >"$work/histogram.fut"

# ---- Standard error has the traces, also those before a failure ----

input 3
ravel run --interpret steps.fut
expect_status 0
expect_exactly out "10i64"
expect_exactly err "trace: 4
steps.fut:3:11-30: (4, 0.5)
divisor: 1"
input 2
ravel run --interpret steps.fut
expect_status 4
expect err "divisor: 0"
expect err "ivision by zero"
ravel c steps.fut
expect_status 0
step "echo 3 | ./steps"
expect_exactly out "10i64"
expect_exactly err "trace: 4
steps.fut:3:11-30: (4, 0.5)
divisor: 1"
step "echo 2 | ./steps --json"
expect_status 4
expect_empty out
expect err "divisor: 0"
expect err '"code":"E0403"'

# Checks do not go in front of traces in a loop.
step "echo '[5, 6] 4' | ./steps -e elements 2>&1 | grep -c '^at: '"
expect_exactly out "3"
step "echo '[5, 6] 4' | ./steps -e thrice 2>&1 | grep -c '^at: '"
expect_exactly out "1"

# ---- How often an operator is applied is not said, but it traces and its result is right ----

for how in "ravel run --interpret -e" "./steps -e"; do
  step "echo 5 | $(echo "$how" | sed "s|^ravel|$RAVEL|") $(case $how in r*) echo "sum steps.fut" ;; *) echo sum ;; esac)"
  expect_status 0
  expect_exactly out "10i64"
  expect err "plus: 10"
done
step "echo 4 | ./steps -e sums"
expect_exactly out "[0i64, 1i64, 3i64, 6i64]"
expect err "element: 3"
expect err "plus: 6"
ravel check histogram.fut
expect_status 3
expect err "histogram.fut:2"
expect err "a trace in an operator that combines into an array is not supported yet"

# ---- Threads do not mix their lines ----

ravel multicore steps.fut -o many
expect_status 0
step "echo 5000 | ./many -e doubled --num-threads=4 -n 2>lines; sort -u lines | grep -c '^point: [0-9]*\$'"
expect_exactly out "5000"

# ---- A device leaves it to the host ----

ravel opencl --emit=c steps.fut -o steps_opencl.c
expect_status 0
expect err "W0004"
expect err "it shows what it computes"

# ---- What a program prints, and its result ----

cat >"$work/hello.core" <<'END'
entry main (n: i64) -> [last] (m: i64) = {
  let text: [3]i8 = array (104i8, 105i8, 10i8)
  let w1: i64 = effect "print", 0, 1, text
  let w2: i64 = effect "trace", "n is {}\n", w1, n
  let m: i64 = add n, 1
  in (w2, m)
}
END
input 4
ravel run --interpret hello.core
expect_exactly out "hi
5i64"
expect_exactly err "n is 4"
ravel c hello.core
step "echo 4 | ./hello"
expect_exactly out "hi
5i64"
step "echo 4 | ./hello --write-result-to=result && cat result"
expect_exactly out "hi
5i64"
step "echo 4 | ./hello --write-result-to result"
expect_exactly out "hi"
step "echo 4 | ./hello --write-result-to /no/such/folder/result"
expect_status 2
expect err "/no/such/folder/result"

# ---- Servers: the protocol is undisturbed ----

ravel c --server hello.core -o serve
expect_status 0
printf '4i64\n' >"$work/values"
printf 'restore values n i64\ncall main m n\ntype m\n' >"$work/in"
step "./serve <in"
expect_status 0
expect_exactly out "%%% OK
%%% OK
runtime: $(sed -n 's/^runtime: //p' "$work/out")
%%% OK
i64
%%% OK"
expect_exactly err "hi
n is 4"

# ---- Libraries ----

ravel c --library hello.core -o hello_library
expect_status 0
cat >"$work/use.c" <<'END'
#include "hello_library.h"
#include <stdio.h>
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(config);
  int64_t m = 0;
  int error = futhark_entry_main(ctx, &m, 4);
  printf("%d %d\n", error, (int)m);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return 0;
}
END
step "${CC:-cc} -std=c11 use.c hello_library.c -o use -lm -pthread && ./use"
expect_exactly out "hi
0 5"
expect_exactly err "n is 4"

# ---- Tests say what is printed ----

for said in 'prints { "hi\n" }' 'traces { "n is 4\n" }' 'prints { "h" "i\x0a" } traces { "n is 4\n" }'; do
  (cat "$work/hello.core"; echo "-- =="; printf '%s\n' "-- input { 4i64 } output { 5i64 } $said") >"$work/right.core"
  ravel test --compiler right.core
  expect_status 0
done
for said in 'prints { "hi" }' 'prints { }' 'traces { "n is 5\n" }' 'traces { }'; do
  (cat "$work/hello.core"; echo "-- =="; printf '%s\n' "-- input { 4i64 } output { 5i64 } $said") >"$work/wrong.core"
  ravel test --compiler wrong.core
  expect_status 1
  expect out "something else"
done
for said in 'prints { hi }' 'prints { "hi }' 'prints { "\q" }' 'traces'; do
  (cat "$work/hello.core"; echo "-- =="; printf '%s\n' "-- input { 4i64 } output { 5i64 } $said") >"$work/malformed.core"
  ravel test --compiler malformed.core
  expect_status 1
  expect out "in the test block"
done
summary
