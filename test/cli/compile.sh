# Executables that ravel makes: their options, their errors and their exit codes.
. test/cli/lib

cat >"$work/prog.fut" <<'END'
def base = i64.sum (iota 5)
entry main [n] (xs: [n]i32) (y: i32) : [n]i32 = map (+ (y + i32.i64 base)) xs
entry both [n] (xs: [n]i32) (ys: [n]f64) (zs: [2]u8) = (i32.sum xs, f64.sum ys, zs)
entry bump [n] (xs: *[n]i32) = xs with [0] = xs[0] + 1
entry big (n: i64) = i64.sum (map (\i -> i ^ n) (copy (iota n)))
entry keep (n: i64) : [n]i64 = iota n
entry pick (xs: []i32) (i: i64) = xs[i]
END

# run ARGUMENTS...: runs the executable.
run() {
  arguments=$*
  (cd "$work" && ./prog "$@" <in >out 2>err)
  status=$?
}

ravel c prog.fut
expect_status 0
expect_empty out

input '[1, 2, 3] 5'
run
expect_status 0
expect_exactly out "[16i32, 17i32, 18i32]"
run -n
expect_empty out
run --runs=3 --write-runtime-to=times
expect_exactly out "[16i32, 17i32, 18i32]"
arguments="times"
status=$(wc -l <"$work/times")
expect_status 3
run -b
expect_status 0
mv "$work/out" "$work/first"
{ cat "$work/first"; echo 5; } >"$work/in" # binary and text, mixed
run
expect_exactly out "[31i32, 32i32, 33i32]"

# What is consumed is there again for the next run.
input '[1, 2]'
run -e bump -r 5
expect_exactly out "[2i32, 2i32]"
input '[1, 2] [1.5, 2.5] [7, 8]'
run --entry-point both
expect_exactly out "3i32
4.0f64
[7u8, 8u8]"

# Logs, profiles, and what there is to ask.
run -e both -D
expect err "calling both"
expect err "Peak memory usage"
run -e both -P
expect err "both"
run -e both -L
expect err "calling both"
run --help
expect_status 0
expect out "--entry-point NAME"
run --print-params
expect_status 0
run -e both --num-threads 2 --cache-file here
expect_status 0

# Options and tuning files of Futhark's executables.
run -e both --default-tile-size 16 --default-group-size=256 --default-threshold 1000
expect_status 0
expect err "--default-tile-size has no effect"
expect err "--default-group-size has no effect"
run --print-sizes
expect_status 0
printf 'main.suff_outer_par_0=100\n\nmain.tile_size_5=16\n' >"$work/other.tuning"
run -e both --tuning other.tuning
expect_status 0
expect err "other.tuning:3: there is no tuning parameter main.tile_size_5, so this has no effect"

# Wrong command lines.
run --no-such-option
expect_status 2
run -r none
expect_status 2
run -e nowhere
expect_status 2
expect err "pick"
run --param=x
expect_status 2
run --param=x=1
expect_status 2
expect err "no tuning parameter x"
run --tuning=nofile
expect_status 2
run --size x=1
expect_status 2
expect err "no tuning parameter x"
run --default-threshold=-1
expect_status 2
run --device here
expect_status 2
run word
expect_status 2

# Wrong arguments: each message names the argument.
input '[1, 2] [1.5] [7, 8]'
run -e both
expect_status 4
expect err "error[E0405]: size n is 2 in dimension 0 of xs (argument 1) but 1 in dimension 0 of ys (argument 2)"
input '[1] [1.5] [7, 8, 9]'
run -e both
expect_status 4
expect err "dimension 0 of zs (argument 3) must be 2, but is 3"
input '[1] [1.5]'
run -e both
expect_status 4
expect err "argument 3 of 3 (zs: []u8)"
input '[[1]] 3'
run
expect_status 4
expect err "argument 1 of 2 (xs: []i32)"
input '[1] true'
run
expect_status 4
expect err "argument 2 of 2 (y: i32)"
input '[1] 2 3'
run
expect_status 4
expect err "main takes 2 arguments: expected the end of the input"

# Failures of the program.
input '[1, 2, 3] 3i64'
run -e pick
expect_status 4
expect err "prog.fut:7:35"
expect err "[3]"
# The first line is for tools; the line of the source follows.
if head -n 1 "$work/err" | grep -q ': prog\.fut:7:35-[0-9]*: Index \[3\] out of bounds for array of shape \[3\]\.$'
then pass; else fail "expected the place and the message first"; fi
sed 1d "$work/err" >"$work/excerpt"
{ echo "  |"; printf '7 | '; sed -n 7p "$work/prog.fut"; echo "  |                                   ^^^^^"; } >"$work/wanted"
if cmp -s "$work/excerpt" "$work/wanted"; then pass; else fail "expected an excerpt"; fi
run -e pick --json
expect_status 4
expect_exactly err '{"code":"E0402","severity":"error","message":"Index [3] out of bounds for array of shape [3].","file":"prog.fut","line":7,"column":35,"end_line":7,"end_column":40,"notes":[],"hints":[]}'
# The calls around a failure: of functions that are put in the place of their calls, of what takes functions, and of
# functions that are called; a recursive one is not shown a hundred times.
cat >"$work/calls.fut" <<'END'
def get (xs: []i32) (i: i64) = xs[i]
def twice f x = f (f x)
#[noinline] def sum (xs: []i32) (k: i64) =
  get xs k + get xs (k + 1)
def down (n: i32): i32 = if n == 0 then 1 / n else n * down (n - 1)
entry main (xs: []i32) (k: i64) = sum xs k
entry each (xs: []i32) (ks: []i64) = map (\k -> get xs k) ks
entry higher (xs: []i64) (k: i64) = twice (\i -> xs[i]) k
entry deep (n: i32) = down n
END
ravel c calls.fut
expect_status 0
# calls ENTRY: the lines about calls, without their excerpts.
calls() {
  (cd "$work" && ./calls -e "$@" <in >out 2>err)
  status=$?
  sed -e 1,4d -e '/^[ 0-9]* | \{0,1\}/d' "$work/err" >"$work/out"
}
input '[1, 2, 3] 2i64'
calls main
expect_status 4
expect_exactly out "called from calls.fut:4:14-27
called from calls.fut:6:35-42"
expect_exactly err "./calls: error[E0402]: calls.fut:1:32-36: Index [3] out of bounds for array of shape [3].
  |
1 | def get (xs: []i32) (i: i64) = xs[i]
  |                                ^^^^^
called from calls.fut:4:14-27
  |
4 |   get xs k + get xs (k + 1)
  |              ^^^^^^^^^^^^^^
called from calls.fut:6:35-42
  |
6 | entry main (xs: []i32) (k: i64) = sum xs k
  |                                   ^^^^^^^^"
input '[1, 2, 3] [0i64, 3i64]'
calls each
expect_exactly out "called from calls.fut:7:49-56
called from calls.fut:7:38-60"
input '[5i64, 7i64] 0i64'
calls higher
expect_exactly out "called from calls.fut:2:17-23
called from calls.fut:8:37-57"
input 20
calls deep
expect_exactly out "called from calls.fut:5:56-67
and 19 more times from there
called from calls.fut:9:23-28"
calls deep --json
expect_exactly err '{"code":"E0403","severity":"error","message":"division by zero: 1 / 0.","file":"calls.fut","line":5,"column":41,"end_line":5,"end_column":46,"notes":[{"message":"called from here","file":"calls.fut","line":5,"column":56,"end_line":5,"end_column":68},{"message":"and 19 more times from there","file":null,"line":null,"column":null,"end_line":null,"end_column":null},{"message":"called from here","file":"calls.fut","line":9,"column":23,"end_line":9,"end_column":29}],"hints":[]}'
cp "$work/err" "$work/compiled"
# The interpreter says the same.
ravel run --interpret --json -e deep calls.fut
expect_status 4
if cmp -s "$work/err" "$work/compiled"; then pass; else fail "expected what the executable says"; fi
input '[1, 2, 3] 2i64'
ravel run --interpret calls.fut
expect err "error[E0402]: Index [3] out of bounds for array of shape [3]."
expect err " --> calls.fut:4:14"
expect err " --> calls.fut:6:35"
run -e nothing --json
expect_status 2
expect_exactly err '{"code":"E0011","severity":"error","message":"there is no entry point nothing","file":null,"line":null,"column":null,"end_line":null,"end_column":null,"notes":[],"hints":[]}'
input '100000000000000'
run -e keep
expect_status 5
expect err "prog.fut:6"
expect err "800000000000000 bytes"
input '4000000000000000000'
run -e keep
expect_status 5

# An argument that is larger than memory may be, as text and binary.
input '[1, 2, 3, 4] 5'
run --memory-limit 16
expect_status 5
expect err "prog.fut:2:"
expect err "16 bytes are needed"
run --memory-limit 15
expect_status 5
expect err "argument 1 of 2 (xs: []i32): out of memory: 16 bytes are needed"
run --memory-limit 80
expect_status 0
run -b --memory-limit 80
{ cat "$work/out"; echo 5; } >"$work/large"
mv "$work/large" "$work/in"
run --memory-limit 15
expect_status 5
expect err "argument 1 of 2 (xs: []i32): out of memory: 16 bytes are needed"

# A source is not overwritten, and its path is no format.
cp "$work/prog.fut" "$work/plain"
ravel c --language=futhark plain
expect_status 2
expect err "cannot write plain: it is the source"
# One that comes from stdin has no name.
for form in "" --library; do
  input 'entry main (x: i32) : i32 = x'
  ravel c $form --language=futhark -
  expect_status 2
  expect err "cannot write an executable or library: the program is read from stdin"
done
if [ -e "$work/-" ] || [ -e "$work/-.c" ]; then fail "expected no file called -"; else pass; fi
ravel c prog.fut -o ./prog.fut
expect_status 2
ravel c prog.fut --emit=c -o ./prog.fut
expect_status 2
ravel check prog.fut
expect_status 0
cp "$work/prog.fut" "$work/p%s%n.fut"
ravel c 'p%s%n.fut' -o prog
expect_status 0
input '[1, 2, 3] 3i64'
run -e pick
expect_status 4
expect err "p%s%n.fut:7:35"

# The C compiler and its flags are the user's.
CC=/no/such/compiler ravel c prog.fut
expect_status 2
expect err "error[E0014]"
ravel multicore prog.fut -o prog
expect_status 0
input '[1, 2, 3] 5'
run --num-threads=2
expect_exactly out "[16i32, 17i32, 18i32]"

run --num-threads=4097
expect_status 2
expect err "4097\` is more than 4096"

# The compiler and its programs read options in the same way, and `ravel run` has those of the programs.
input '[1, 2, 3] 5'
agree() {
  said=$1
  shift
  run -e main "$@"
  [ $# -gt 0 ] && expect err "prog: $said"
  ravel run prog.fut '[1]' 1 "$@"
  expect err "$said"
  expect_status 2
}
agree "--runs needs a whole number, at least 1, not '0'" --run 0
agree "--runs needs a value: a whole number, at least 1" -b --runs
agree "-r needs a whole number, at least 1, not '2b'" -nr2b
agree "--print needs one of tail|apl, not 'x'" --print=x
agree "--no-print-result takes no value" --no-print-result=1
agree "unknown option --frobnicate" --frobnicate
agree "unknown option -Z" -nZ
agree "--pr may be --" --pr
run --entry-p=main -nbr2
expect_status 0
ravel run prog.fut '[1, 2]' 1 --interp --entry-p=main -nbr2
expect_status 0
expect_empty out
ravel run --help
cp "$work/out" "$work/all"
run --help
for option in $(sed -n 's/^  .*--\([a-z-]*\) .*/\1/p' "$work/out" | grep -vE '^(batch|profile-trace|no-kernel-cache)$'); do
  if grep -qF -- "$(sed -n "s/^ *\(-., \)*--$option .*/\1--$option/p" "$work/out")" "$work/all"; then pass; else fail "ravel run lacks --$option"; fi
done

# Threads that wait sleep soon, unless the user says how they wait; nothing else changes.
if OMP_DISPLAY_ENV=verbose "$work/prog" --help 2>&1 | grep -q GOMP_SPINCOUNT; then
  waiting() {
    OMP_DISPLAY_ENV=verbose run --num-threads=2
    expect_exactly out "[16i32, 17i32, 18i32]"
    count=$(grep -o "GOMP_SPINCOUNT = .*" "$work/err" | tail -1)
    if [ "$count" = "GOMP_SPINCOUNT = '$1'" ]; then pass; else fail "expected $1, not $count"; fi
  }
  waiting 3000
  OMP_WAIT_POLICY=passive waiting 0
  GOMP_SPINCOUNT=17 waiting 17
fi

# An accumulator whose operator works on whole arrays cannot be compiled; the message says what can.
cat >"$work/acc.fut" <<'END'
entry main (n: i64): [4][3]i32 =
  intrinsics.reduce_by_index_stream (replicate 4 (replicate 3 0i32)) (\a b -> map (\i -> a[(i + 1) % 3] + b[0]) (iota 3)) (replicate 3 0i32)
    (\acc (i: i64) -> intrinsics.acc_write acc (i % 4) [i32.i64 i, 1, 2]) (iota n)
END
ravel c acc.fut
expect_status 3
expect err "error[U2001]: an accumulator"
expect err "reduce_by_index"

# A recursive function holds what it still needs: blocks are trimmed to what was kept, and arguments
# are given up.
cat >"$work/quick.nesl" <<'END'
function quicksort(s) : [int] -> [int] =
if #s < 2 then s
else let
  pivot = s[#s / 2];
  lesser = {e in s | e < pivot};
  equal = {e in s | e == pivot};
  greater = {e in s | e > pivot};
  result = {quicksort(v) : v in [lesser, greater]};
in result[0] ++ equal ++ result[1];
function main(n) : int -> int =
  let r = quicksort({rem(i * 7919 + 13 * rem(i, 1013), n) : i in [0:n]}) in r[n / 2];
END
for target in c multicore; do
  ravel $target quick.nesl -o prog
  input 200003
  run -D -e main --num-threads=2
  expect_exactly out "100001"
  peak=$(sed -n 's/^Peak memory usage: \([0-9]*\) bytes.*/\1/p' "$work/err")
  status=$((peak > 6 * 8 * 200003))
  expect_status 0
done
ravel c --emit=c prog.fut
expect out "PIECE int fun_main"
expect out "executable_main"

# A literal of very many constants, also in rows of different lengths, is a table and not code.
{
  echo "def main : i64 = i64.sum ["
  awk 'BEGIN { for (i = 0; i < 100000; i++) print i % 1000 "," }'
  echo "7]"
} >"$work/large.fut"
awk 'BEGIN { printf "m = ["; for (i = 0; i < 3000; i++) { printf i ? ", [0" : "[0"; for (j = 0; j < i % 4; j++) printf ", %d", j; printf "]" }
             print "];\nsum({sum(row) : row in m});" }' >"$work/large.nesl"
for file in large.fut large.nesl; do
  ravel c --emit=c "$file"
  expect_status 0
  status=$(($(wc -l <"$work/out") > 20000))
  expect_status 0
done

# A large recursive function is lifted, too, and does not become many times larger.
cat >"$work/strassen.nesl" <<'END'
function madd(a, b) = {{x + y : x in r; y in s} : r in a; s in b};
function msub(a, b) = {{x - y : x in r; y in s} : r in a; s in b};
function quarter(m, i, j) = let h = #m / 2 in {subseq(row, j * h, (j + 1) * h) : row in subseq(m, i * h, (i + 1) * h)};
function assemble(a, b, c, d) = {x ++ y : x in a; y in b} ++ {x ++ y : x in c; y in d};
function strassen(a, b) =
  if #a == 1 then [[a[0][0] * b[0][0]]]
  else
    let a11 = quarter(a, 0, 0); a12 = quarter(a, 0, 1); a21 = quarter(a, 1, 0); a22 = quarter(a, 1, 1);
        b11 = quarter(b, 0, 0); b12 = quarter(b, 0, 1); b21 = quarter(b, 1, 0); b22 = quarter(b, 1, 1);
        m = {strassen(x, y) : (x, y) in
               [(madd(a11, a22), madd(b11, b22)), (madd(a21, a22), b11), (a11, msub(b12, b22)),
                (a22, msub(b21, b11)), (madd(a11, a12), b22), (msub(a21, a11), madd(b11, b12)),
                (msub(a12, a22), madd(b21, b22))]}
    in assemble(madd(msub(madd(m[0], m[3]), m[4]), m[6]), madd(m[2], m[4]), madd(m[1], m[3]),
                madd(msub(madd(m[0], m[2]), m[1]), m[5]));
let a = {{(i*37+j*11)-((i*37+j*11)/7)*7 : j in [0:4]} : i in [0:4]};
    c = strassen(a, a) in sum({sum(r) : r in c});
END
ravel multicore --emit=c strassen.nesl
expect_status 0
expect out "fun_strassen_inner_lifted"
status=$(($(wc -l <"$work/out") > 45000))
expect_status 0

# A long program is compiled with less optimisation, which a warning says, unless CFLAGS choose it.
i=0
while [ $i -lt 2500 ]; do
  echo "entry e$i [n] (xs: [n]f32) (ys: [n]f32) = map2 (\\x y -> x * ${i}f32 + y) (scan (+) 0 xs) (reverse ys)"
  i=$((i + 1))
done >"$work/long.fut"
cat >"$work/noting-cc" <<'END'
#!/bin/sh
echo "$*" >flags
while [ "$1" != -o ]; do shift; done
: >"$2"
END
chmod +x "$work/noting-cc"
CC=$work/noting-cc ravel c long.fut
expect_status 0
expect err "warning[W0006]: the program is compiled with -O1, because it is long"
expect flags -O1
CC=$work/noting-cc CFLAGS=-O3 ravel c long.fut
expect_status 0
expect_empty err
CC=$work/noting-cc ravel c prog.fut
expect_empty err
expect flags -O3
ravel c prog.fut

# Several C compilers have a piece of it each.
CFLAGS=-O0 ravel multicore strassen.nesl -o strassen
expect_status 0
(cd "$work" && ./strassen >out 2>err)
expect out "it = 525 : int"

# A pipe or a device is written to, not replaced.
mkfifo "$work/pipe"
cat "$work/pipe" >"$work/poured" &
ravel c prog.fut -o pipe
expect_status 0
wait
arguments="pipe"
test -p "$work/pipe" && test -s "$work/poured"
status=$?
expect_status 0

summary
