# ravel test: what must fail does fail, and how it is told.
. test/cli/lib

program() {
  cat >"$work/$1"
}

program good.core <<'EOF'
-- Doubles a number.
-- ==
-- tags { fast }
-- input { 1 } output { 2 }
-- input { -2147483648 } output { 0 }
-- random input { i32 }
-- structure { add 1, not par, not 0 }
entry main (x: i32) -> (y: i32) = {
  let y: i32 = add x, x
  in (y)
}
EOF
ravel test --compiler good.core
expect_status 0
expect out " passed, 0 failed"
expect_empty err
ravel test --compiler -v good.core
expect out "passed good.core: line 4: input { 1 } output { 2 }"
ravel test --compiler --json good.core
expect_status 0
expect out '"failed":0}'
ravel test --compiler --list .
expect_exactly out good.core
ravel test --compiler --list --only=slow .
expect_empty out
ravel test --compiler --list --exclude=fast .
expect_empty out
ravel test --compiler --only=slow .
expect_status 2
ravel test --compiler missing.core
expect_status 1
ravel test --compiler notes.txt
expect_status 1

# bad NAME MESSAGE: the program on stdin fails its tests with the message.
bad() {
  program "$1.core"
  ravel test --compiler "$1.core"
  expect_status 1
  expect out "$2"
  expect out ", 1 failed"
}

body='entry main (x: i32) -> (y: i32) = {
  let y: i32 = squot 10i32, x
  in (y)
}'
array='entry main [n] (xs: [n]i32) -> (ys: [n]i32) = {
  let ys: [n]i32 = copy xs
  in (ys)
}'

bad value "result 1: expected 3i32, got 2i32" <<EOF
-- ==
-- input { 5 } output { 3 }
$body
EOF
bad element "at [1]: expected 7i32, got 2i32" <<EOF
-- ==
-- input { [1,2] } output { [1,7] }
$array
EOF
bad shape "expected" <<EOF
-- ==
-- input { [1,2] } output { [1,2,3] }
$array
EOF
bad failure "the run failed" <<EOF
-- ==
-- input { 0 } output { 3 }
$body
EOF
bad succeeds "but the run succeeded" <<EOF
-- ==
-- input { 1 } error: zero
$body
EOF
bad other "expected a failure that matches banana" <<EOF
-- ==
-- input { 0 } error: banana
$body
EOF
bad regex "expected an extended regular expression" <<EOF
-- ==
-- input { 0 } error: (
$body
EOF
bad accepted "but the program was accepted" <<EOF
-- ==
-- error: something
$body
EOF
bad rejected "expected an error that matches banana" <<EOF
-- ==
-- error: banana
entry main () -> () = { in (zzz) }
EOF
bad few "input: line 2, column" <<EOF
-- ==
-- input { } output { 3 }
$body
EOF
bad many "expected 1 value" <<EOF
-- ==
-- input { 1 } output { 10 3 }
$body
EOF
bad type "of type i32" <<EOF
-- ==
-- input { [1] } output { 10 }
$body
EOF
bad file "cannot read nowhere.in" <<EOF
-- ==
-- input @ nowhere.in output { 10 }
$body
EOF
bad syntax "error[E0012]" <<EOF
-- ==
-- inptu { 1 } output { 10 }
$body
EOF
bad brace "a } that closes this {" <<EOF
-- ==
-- input { 1
$body
EOF
bad open "a } that closes this {" <<EOF
-- ==
-- input { 1
-- output { 10 }
$body
EOF
bad entry "there is no entry point mian" <<EOF
-- ==
-- entry: mian
-- input { 1 } output { 10 }
$body
EOF
bad structure "expected squot 2 times, got 1" <<EOF
-- ==
-- structure { squot 2 }
$body
EOF
bad present "expected squot 0 times, got 1" <<EOF
-- ==
-- structure { not squot }
$body
EOF
bad count "\`name number\` or \`not name\`" <<EOF
-- ==
-- structure { squot }
$body
EOF
bad name "with the name of an op" <<EOF
-- ==
-- structure { not sqout }
$body
EOF
bad random "a random value needs all its sizes" <<EOF
-- ==
-- random input { []i32 }
$array
EOF
bad broken "zzz" <<EOF
entry main () -> () = { in (zzz) }
EOF

# Values in files, in both formats.
program files.core <<EOF
-- ==
-- input @ files.in output @ files.out
$array
EOF
printf '[1, 2,\n3]\n' >"$work/files.in"
input "[1,2,3]"
ravel run --interpret files.core -b
cp "$work/out" "$work/files.out"
ravel test --compiler files.core
expect_status 0

# A string may hold a brace, and floats may be a little off.
program string.core <<'EOF'
-- ==
-- input { "a}b" } output { [97u8, 125u8, 98u8] }
entry main [n] (xs: [n]i8) -> (ys: [n]i8) as "main" ("xs": "[]u8") -> ("[]u8") = {
  let ys: [n]i8 = copy xs
  in (ys)
}
EOF
ravel test --compiler string.core
expect_status 0
program near.core <<'EOF'
-- ==
-- input { 3.0 } output { 3.001 }
entry main (x: f64) -> (y: f64) = {
  in (x)
}
EOF
ravel test --compiler near.core
expect_status 0
ravel test --compiler --tolerance=0.0001 near.core
expect_status 1

# Golden files.
program wrong.core <<'EOF'
entry main () -> () = { in (zzz) }
EOF
ravel test --compiler --update wrong.core
expect_status 1
: >"$work/wrong.err"
ravel test --compiler wrong.core
expect_status 1
expect out "the texts differ in line 1"
ravel test --compiler --update wrong.core
expect_status 0
ravel test --compiler wrong.core
expect_status 0
ravel check wrong.core
if cmp -s "$work/err" "$work/wrong.err"; then pass; else fail "expected what ravel check prints"; fi
program zero.core <<EOF
-- ==
-- input { 0 } error: zero
$body
EOF
: >"$work/zero.err"
ravel test --compiler --update zero.core
expect_status 0
input 0
ravel run --interpret zero.core
if cmp -s "$work/err" "$work/zero.err"; then pass; else fail "expected what ravel run --interpret prints"; fi

program fold.core <<EOF
-- pass: simplify
$body
EOF
ravel test --compiler fold.core
expect_status 1
expect out "cannot read fold.expected"
ravel test --compiler --update fold.core
expect_status 0
ravel test --compiler fold.core
expect_status 0
ravel opt --pass=simplify fold.core
if cmp -s "$work/out" "$work/fold.expected"; then pass; else fail "expected what ravel opt prints"; fi
echo >>"$work/fold.expected"
ravel test --compiler fold.core
expect_status 1

# A test that does not end is a failure of its own, and others go on.
program endless.core <<'EOF'
-- ==
-- input { 1 } output { 1 }
entry main (x: i32) -> (y: i32) = {
  let y: i32 = loop (z: i32 = x) while { in (true) } do { let w: i32 = add z, 1i32 in (w) }
  in (y)
}
EOF
ravel test --compiler --timeout=1 -j 2 endless.core good.core
expect_status 1
expect out "FAILED endless.core: line 2"
expect out "took longer than 1 seconds of processor time"
expect out ", 1 failed"
# All together may have so much time.
cp "$work/endless.core" "$work/endless_too.core"
ravel test --compiler --within=1 --timeout=0 -j 1 -v endless.core endless_too.core
expect_status 0
expect out "skipped endless.core: not ended"
expect out "took 1"
expect out "skipped endless_too.core: not started"
expect out " 0 failed, 2 skipped"

# Compiled programs share the run-time system; a failure is that of its program, and a crash is none that a test can ask for.
program unequal.core <<EOF
-- ==
-- input { 1i32 } output { 5i32 }
$body
EOF
ravel test --compiler --target=c,multicore unequal.core good.core
expect_status 1
expect out "FAILED unequal.core: line 2"
expect out ", 1 failed"
program deep.core <<'EOF'
-- ==
-- input { 1 } error:
entry main (x: i32) -> (y: i32) = {
  let c: cert = assert false, "no"
  let y: i32 = squot x, x needs (c)
  in (y)
}
EOF
cat >"$work/false_cc" <<'EOF'
#!/bin/sh
# Compiles what crashes instead of a program; the run-time system stays what it is.
for word; do [ "$word" = -c ] && exec gcc "$@"; done
while [ "$1" != -o ]; do shift; done
echo 'int main(void) { __builtin_trap(); }' >"$2.c" && exec gcc "$2.c" -o "$2"
EOF
chmod +x "$work/false_cc"
CC=$work/false_cc
export CC
ravel test --compiler --target=c deep.core
expect_status 1
expect out "ended by signal"
unset CC
ravel test --compiler --target=c deep.core
expect_status 0

# Every file is in one of the shares.
for turn in 0 1 2; do ravel test --compiler --list --share=3 --turn=$turn good.core unequal.core deep.core; cat "$work/out"; done | sort >"$work/shares"
printf 'deep.core\ngood.core\nunequal.core\n' | cmp -s - "$work/shares" && pass || fail "the shares are not all files"

# Data files may be compressed, and inputs computed by a script; what is wrong with either is said with its place.
cat >"$work/script.fut" <<'EOF'
entry make (n: i64) : [n]i32 = map i32.i64 (iota n)
entry inverse (n: i64) : [1]i32 = [i32.i64 (10 / n)]
entry main [n] (xs: [n]i32) : i32 = reduce (+) 0 xs
-- ==
-- input @ sum.in.gz output @ sum.out.gz
-- script input { $loaddata "sum.in.gz" } output { $loaddata "sum.out.gz" }
EOF
echo '[1i32, 2i32, 3i32]' | gzip >"$work/sum.in.gz"
echo 6i32 | gzip >"$work/sum.out.gz"
ravel test --compiler script.fut
expect_status 0
echo 7i32 | gzip >"$work/sum.out.gz"
ravel test --compiler script.fut
expect_status 1
expect out "expected: 7i32"
echo 6i32 >"$work/sum.out.gz"
ravel test --compiler script.fut
expect_status 1
expect out "cannot read sum.out.gz: it is not a gzip file"
# The bytes of a file are an array.
printf 'abc' >"$work/letters"
cat >"$work/bytes.fut" <<'EOF'
entry main [n] (xs: [n]u8) (k: i64) : u8 = xs[n - k]
-- ==
-- script input { ($loadbytes "letters", 1) } output { 99u8 }
-- script input { ($loadbytes "letters", 3) } output { 97u8 }
EOF
ravel test --compiler bytes.fut
expect_status 0
expect out "passed, 0 failed"
script() {
  grep -v '^--' "$work/script.fut" >"$work/one.fut"
  printf '%s\n%s\n' '-- ==' "-- script input { $1 } output { 0i32 }" >>"$work/one.fut"
  ravel test --compiler one.fut
  expect_status 1
  expect out "input: line 5, column $2"
}
script 'make' '19: the input of make has 1 value, and here are 0'
script 'make 1 2' '19: the input of make has 1 value, and here are 2'
script 'made 1' '19: there is no entry point made'
script 'make (1' '27: expected ) in the script, found its end'
script '(make 1, 3)' '18: the entry point has 1 value, and here are 2'
script 'inverse 0' '19: inverse fails: division by zero: 10 / 0.'
script 'let (a, b) = make 3 in a' '22: the pattern has 2 parts, and the value 1'
script 'let a = make 3' '34: expected in in the script, found its end'
script '$loadimg "x"' '19: only $loaddata and $loadbytes are known'
script '$loaddata "missing.gz"' '19: cannot read missing.gz'
script 'make 3f32' '24: expected i64, found 3f32'
script '' '20: expected a name in the script, found its end'
script 'make 3)' '25: expected its end in the script, found )'
script "$(printf '%400s' '' | tr ' ' '(')" '275: expected fewer brackets'

# A compiled case is too much for the interpreters.
cat >"$work/compiled.fut" <<'EOF'
-- ==
-- compiled input { 3i32 } output { 9i32 }
-- input { 2i32 } output { 4i32 }
entry main (x: i32): i32 = x * x
EOF
ravel test --compiler -v compiled.fut
expect_status 0
expect out "a compiled case; --target=c runs it"
expect out "1 skipped"
ravel test --compiler --target=interpret,c compiled.fut
expect_status 0
if grep -q skipped "$work/out"; then fail "expected no skipped case"; else pass; fi
sed -i 's/^-- ==/&\n-- tags { disable slow }/; s/9i32/8i32/' "$work/compiled.fut"
ravel test --compiler --target=c compiled.fut
expect_status 2
expect err "there is no file to test"
ravel test --compiler --target=c --only=slow compiled.fut
expect_status 1

# For the author of a program: what is counted are the cases, each of which runs once on the best target, or on those
# that are named.
cat >"$work/author.fut" <<'FUT'
-- ==
-- input { [1, 2] } output { [1, 4] }
-- input { [3] } output { [8] }
-- input { [0] } error: division by zero
-- structure { par 99 }
def main (xs: []i32) : []i32 = map (\x -> x * x + 1 / x - i32.bool (x == 1)) xs
FUT
ravel test author.fut
expect_status 1
expect out 'FAILED author.fut: line 3: input { [3] } output { [8] }'
expect out 'result 1: at [0]: expected 8i32, got 9i32'
expect out 'expected: [8i32]'
expect out 'got:      [9i32]'
if grep -q 'structure\|as written\|without ' "$work/out"; then fail "the insides of the compiler are not told"; else pass; fi
expect out '2 passed, 1 failed'
for target in c multicore interpret heap c,multicore,interpret; do
  ravel test -v --target=$target author.fut
  expect_status 1
  expect out '2 passed, 1 failed'
  expect out 'passed author.fut: line 2: input { [1, 2] }'
done
ravel test --compiler author.fut
expect_status 1
expect out 'expected par 99 times'
expect out 'as written'
echo 'def main (x: i32) = x' >"$work/untested.fut"
ravel test untested.fut
expect_status 0
expect_exactly out '0 passed, 0 failed'
expect err 'These programs have no tests'
echo 'def main (x: i32) = x + true' >"$work/untested.fut"
ravel test untested.fut
expect_status 1
expect out 'error[E1201]'
CC=/nowhere/cc ravel test author.fut
expect_status 1
expect out 'on interpret: result 1'
# Of several targets, all that a case fails on are named, and a long title is marked as cut.
ravel test --target=c,multicore,interpret author.fut
expect_status 1
expect out 'on interpret, c, multicore: result 1: at [0]: expected 8i32, got 9i32'
cat >"$work/differ.fut" <<'FUT'
-- ==
-- input { 10000000000000000 200000000000000000 30000000000000000 } output { 5 }
-- input { 1 2 3 } output { 6 }
def main (x: i64) (y: i64) (z: i64) : i64 = x + y + z
FUT
ravel test --target=c,interpret differ.fut
expect_exactly out 'FAILED differ.fut: line 2: input { 10000000000000000 200000000000000000 300000000000...
  on interpret, c: result 1: expected 5i64, got 240000000000000000i64
  expected: 5i64
  got:      240000000000000000i64
1 passed, 1 failed'

summary
