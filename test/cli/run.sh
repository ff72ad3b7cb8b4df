# ravel run: choosing entry points, reading arguments, printing results, failing.
. test/cli/lib

cat >"$work/two.core" <<'EOF'
entry scale [n] (k: i32, xs: [n]i32) -> (ys: [n]i32) = {
  let ys: [n]i32 = par (i < n) {
    let x: i32 = index xs[i]
    let y: i32 = mul x, k
    map y
  }
  in (ys)
}
entry divide (x: i32, y: i32) -> (z: i32, w: i32) = {
  let z: i32 = squot x, y
  let w: i32 = srem x, y
  in (z, w)
}
entry pick [n] (xs: [n]i32, i: i64) -> (x: i32) = {
  let x: i32 = index xs[i]
  in (x)
}
entry nothing () -> (x: i32) = {
  in (42i32)
}
entry same [n] (xs: [n]i32, ys: [n]i32) -> (m: i64) = {
  in (n)
}
EOF
cat >"$work/one.core" <<'EOF'
entry double (x: i32) -> (y: i32) = {
  let y: i32 = add x, x
  in (y)
}
EOF
cat >"$work/none.core" <<'EOF'
fun double (x: i32) -> (y: i32) = {
  let y: i32 = add x, x
  in (y)
}
EOF
cat >"$work/checked.core" <<'EOF'
entry main (x: i32) -> (y: i32) = {
  let is_good: bool = slt 0i32, x
  let c: cert = assert is_good, "{} is not positive", x
  let y: i32 = add x, x needs (c)
  in (y)
}
EOF

input 21
ravel run --interpret one.core
expect_status 0
expect_exactly out 42i32
expect_empty err

ravel run --interpret one.core -e double
expect_exactly out 42i32

ravel run --interpret one.core --entry-point=duble
expect_status 2
expect err "error[E0011]: there is no entry point duble"
expect err "did you mean double?"

ravel run --interpret none.core
expect_status 2
expect err "error[E0011]: the program has no entry point"

ravel run --interpret two.core
expect_status 2
expect err "several entry points"
expect err "scale, divide, pick"

input "10 [1, -2, 3]"
ravel run --interpret two.core -e scale
expect_status 0
expect_exactly out "[10i32, -20i32, 30i32]"

input "10 empty([0]i32)"
ravel run --interpret two.core -e scale
expect_status 0
expect_exactly out "empty([0]i32)"

input "7 2"
ravel run --interpret two.core -e divide
expect_exactly out "3i32
1i32"

ravel run --interpret two.core -e divide -n
expect_status 0
expect_empty out

# Binary output is binary input.
ravel run --interpret two.core -e divide -b
expect_status 0
cp "$work/out" "$work/in"
ravel run --interpret two.core -e divide
expect_exactly out "3i32
0i32"

input "7 2"
ravel run --interpret two.core -e divide -r 3 -t times
expect_status 0
if [ "$(grep -c '^[0-9][0-9]*$' "$work/times")" = 3 ]; then pass; else fail "expected 3 times"; fi

ravel run --interpret two.core -e divide -r 0
expect_status 2
ravel run --interpret two.core -e divide -t no/such/folder
expect_status 2
expect err "error[E0004]"

input ""
ravel run --interpret two.core -e nothing
expect_status 0
expect_exactly out 42i32

input "1"
ravel run --interpret two.core -e nothing
expect_status 4
expect err "error[E0405]"

# Wrong arguments.
input "7"
ravel run --interpret two.core -e divide
expect_status 4
expect err "error[E0405]"
expect err "argument 2 of 2 (y: i32)"
expect_empty out

input "7 2 3"
ravel run --interpret two.core -e divide
expect_status 4
expect err "error[E0405]"
expect err "divide takes 2 arguments: expected the end of the input"

input "7 [2]"
ravel run --interpret two.core -e divide
expect_status 4
expect err "argument 2 of 2 (y: i32)"

input "7 2.5"
ravel run --interpret two.core -e divide
expect_status 4

input "[1,2] [1,2,3]"
ravel run --interpret two.core -e same
expect_status 4
expect err "error[E0405]"

# Malformed binary input is found by its offset.
printf 'b\002' >"$work/in"
ravel run --interpret one.core
expect_status 4
expect err "error[E0405]: argument 1 of 1 (x: i32): at byte 2: the header of a binary value is cut off"
expect err " --> <stdin>"
printf ' b\002\000 i32\001\000\000\000\nb' >"$work/in"
ravel run --interpret one.core
expect_status 4
expect err "double takes 1 argument: at byte 13: expected the end of the input"
printf 'b\002\000 i32\001\000\000' >"$work/in"
ravel run --interpret one.core
expect err "at byte 10: a binary value of 4 bytes is cut off"
printf 'b\001\000 i32' >"$work/in"
ravel run --interpret one.core
expect err "at byte 1: version 1"
printf 'b\002\001 i32\377\377\377\377\377\377\377\377' >"$work/in"
ravel run --interpret two.core -e pick
expect err "at byte 7: dimension 0 of a binary value is negative: -1"
ravel run --interpret --json two.core -e pick
expect err '"file":"<stdin>","line":null'

input "
 7 x"
ravel run --interpret two.core -e divide
expect err " --> <stdin>:2:4"
ravel run --interpret --json two.core -e divide
expect err '"file":"<stdin>","line":2,"column":4'

# Failures of the program.
input "7 0"
ravel run --interpret two.core -e divide
expect_status 4
expect err "error[E0403]"
expect err "two.core:"
expect_empty out

input "[1,2,3] 3"
ravel run --interpret two.core -e pick
expect_status 4
expect err "error[E0402]"
expect err "3"

input "-5"
ravel run --interpret checked.core
expect_status 4
expect err "error[E0401]: -5 is not positive"
expect err "let c: cert = assert"

ravel run --interpret --json checked.core
expect_status 4
expect err '"code":"E0401"'
expect err '"file":"checked.core"'

# With passes the results are the same.
input 4
for option in --pass=simplify --skip=simplify --stop-after=inline --verify; do
  ravel run --interpret "$option" checked.core
  expect_status 0
  expect_exactly out 8i32
done

ravel run --interpret -
expect_status 2

# Programs may be nested deeply also where the stack of a process is small.
awk 'BEGIN {
  n = 480
  print "entry main (n: i64) -> (y: i64) = {"
  for (k = 0; k < n; k++) printf "let y.%d = par (k.%d < n) {\n", k + 1, k + 1
  print "let z = add n, 1"
  for (k = n; k > 0; k--)
    printf "reduce (a: i64, b: i64 => { let c = add a, b in (c) }; 0) %s }\n", k == n ? "z" : "y." k + 1
  print "in (y.1) }"
}' >"$work/deep.core"
input 1
(ulimit -s 256 && cd "$work" && "$RAVEL" run --interpret --verify deep.core <in >out 2>err)
status=$?
expect_status 0
expect_exactly out 2i64

# The interpreter by heap runs what is left out of the pipeline down to Mem.
echo 'entry main (x: i32) : i32 = x + 1' >"$work/next.fut"
input "41"
ravel run --heap --skip=simplify.6,flatten next.fut
expect_status 0
expect_exactly out 42i32

# An argument that is a record counts once, and has the name of its type.
cat >"$work/record.fut" <<'EOF'
type~ rec = {a: []i32, b: f64}
entry main (x: rec) (y: i32) : f64 = x.b + f64.i32 y
EOF
printf '[1, 2]' >"$work/in"
ravel run --interpret record.fut <"$work/in"
expect_status 4
expect err "argument 1 of 2 (x: rec): expected f64"

summary
