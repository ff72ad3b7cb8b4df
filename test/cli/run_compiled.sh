# ravel run on compiled programs: options, input and exit codes as the interpreter has them; what
# cannot be compiled is interpreted; interruptions leave nothing behind.
. test/cli/lib
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "0 passed, 0 failed"
  exit 0
fi
TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR"
# This is not about speed.
CFLAGS=-O0
export CFLAGS

cat >"$work/prog.fut" <<'TEXT'
import "lib/scale"
entry main (xs: []i32) (k: i32) : []i32 = scale k xs
entry pair (x: i64) : (i64, f64) = (x + 1, f64.i64 x / 2)
entry pick (xs: []i32) (i: i64) : i32 = xs[i]
entry divide (x: i32) (y: i32) : i32 = x / y
entry huge (n: i64) : i64 = i64.sum (map (\i -> (iota n)[i]) (scan (+) 0 (iota n)))
entry update (xs: *[]i32) : []i32 = xs with [0] = xs[0] + 1
TEXT
mkdir "$work/lib"
echo 'def scale (k: i32) (xs: []i32) = map (* k) xs' >"$work/lib/scale.fut"
input "[1, 2, 3] 10"
ravel run prog.fut
expect_status 0
expect_exactly out "[10i32, 20i32, 30i32]"
expect_empty err

# Again, from the cache.
ravel run prog.fut
expect_exactly out "[10i32, 20i32, 30i32]"
ravel run prog.fut --entry-point=main --num-threads=2
expect_exactly out "[10i32, 20i32, 30i32]"
ravel run prog.fut -n
expect_status 0
expect_empty out

# No dimension of an argument is huge, also where there are no elements.
input "empty([1152921504606846977][0]i32)"
echo 'entry main [n][m] (xs: [n][m]i32) = n + m' >"$work/rows.fut"
for option in --target=c --interpret; do
  ravel run "$option" rows.fut
  expect_status 4
  expect err "dimension 0 of xs (argument 1) is 1152921504606846977, which is more than 2^60"
done
input "empty([0][1152921504606846976]i32)"
for option in --target=c --interpret; do
  ravel run "$option" rows.fut
  expect_exactly out 1152921504606846976i64
done
input "[1, 2, 3] 10"

# With a target, passes are left out of what is compiled, and the program is compiled all the same.
ravel run prog.fut --target=c --skip=flatten,fuse --dump-after=unnest
expect_status 0
expect_exactly out "[10i32, 20i32, 30i32]"
expect err "after unnest"
ravel run prog.fut --target=c --skip=flat
expect_status 2
expect err "error[E0009]: unknown pass flat"
ravel run prog.fut --target=multicore --pass=inline
expect_status 2
expect err "target compiles the program by the default pipeline"
ravel run prog.fut -r 3 -t times -n
expect_status 0
if [ "$(grep -c '^[0-9][0-9]*$' "$work/times")" = 3 ]; then pass; else fail "expected 3 times"; fi

# Binary output is binary input, and both ways of running read it.
ravel run prog.fut -b
expect_status 0
cp "$work/out" "$work/in"
ravel run prog.fut -e update
expect_exactly out "[11i32, 20i32, 30i32]"
ravel run prog.fut -e update --interpret
expect_exactly out "[11i32, 20i32, 30i32]"
ravel run prog.fut -e update -r 3
expect_exactly out "[11i32, 20i32, 30i32]"

input 5
ravel run prog.fut -e pair
expect_exactly out "6i64
2.5f64"
cp "$work/out" "$work/compiled"
ravel run -i prog.fut -e pair
if cmp -s "$work/out" "$work/compiled"; then pass; else fail "interpreted and compiled differ"; fi

# Textual IR, and a language that is said.
cat >"$work/double.core" <<'TEXT'
entry double (x: i32) -> (y: i32) = {
  let y: i32 = add x, x
  in (y)
}
TEXT
cp "$work/double.core" "$work/double.txt"
input 21
ravel run double.core
expect_exactly out 42i32
ravel run --language=core --target=c double.txt
expect_exactly out 42i32

# What goes wrong has the exit codes of the interpreter.
input "[1, 2, 3] 7"
ravel run prog.fut -e pick
expect_status 4
expect err "7"
expect err "prog.fut:4:"
input "1 0"
ravel run prog.fut -e divide
expect_status 4
expect err "ivision by zero"
input "[1, 2"
ravel run prog.fut
expect_status 4
expect err "argument 1 of 2"
input "[1, 2] 3 4"
ravel run prog.fut
expect_status 4
input 1
ravel run prog.fut -e nothing
expect_status 2
expect err "nothing"
ravel run missing.fut
expect_status 1
expect err "error[E0001]"
ravel run prog.fut --target=abacus
expect_status 2
echo 'entry main = x' >"$work/wrong.fut"
ravel run wrong.fut
expect_status 1
expect err "error[E1"
input 1
ravel run prog.fut -e pair -t no/such/folder
expect_status 2

# Irregular arrays are compiled.
cp examples/perfect.core test/core/par_space_skip.core "$work"
input 30
ravel run perfect.core
expect_status 0
expect_exactly out "[6i64, 28i64]"
expect_empty err

# Failures show the source, like interpreted ones: tabs and characters of several bytes, a part that goes over lines,
# and a line that is too long.
{
  printf -- '-- é\nentry tab (x: i32) =\n\t1 / x\n'
  printf -- 'entry wide (x: i32) = (\047é\047, 1 / x).1\n'
  printf 'entry long (xs: []i32) =\n  xs[5 +\n     1]\n'
  printf 'entry far (x: i32) = %s 1 / x\n' "$(printf '1 + %.0s' $(seq 60))"
} >"$work/excerpts.fut"
input 0
ravel run excerpts.fut -e tab
expect_status 4
expect_exactly err "$(printf 'ravel run: error[E0403]: excerpts.fut:3:2-6: division by zero: 1 / 0.\n  |\n3 | \t1 / x\n  | \t^^^^^')"
ravel run excerpts.fut -e wide
expect_status 4
expect_exactly err "$(printf "ravel run: error[E0403]: excerpts.fut:4:29-33: division by zero: 1 / 0.\n  |\n4 | entry wide (x: i32) = ('é', 1 / x).1\n  |                             ^^^^^")"
ravel run excerpts.fut -e far
expect_status 4
if [ "$(wc -l <"$work/err")" -eq 1 ]; then pass; else fail "expected no excerpt of a long line"; fi
input '[1]'
ravel run excerpts.fut -e long
expect_status 4
expect err "ravel run: error[E0402]: excerpts.fut:6:3-7:7: Index [6] out of bounds for array of shape [1]."
expect err "6 |   xs[5 +"
expect err "  |   ^^^^^^"
ravel run --json excerpts.fut -e long
expect_status 4
cp "$work/err" "$work/compiled"
ravel run --json --interpret excerpts.fut -e long
expect_status 4
if cmp -s "$work/err" "$work/compiled"; then pass; else fail "interpreted and compiled messages differ"; fi

# What cannot be compiled, and a machine without a C compiler.
input "[1i64, 2i64] [1i64, 2i64, 3i64, 4i64, 5i64, 6i64]"
ravel run par_space_skip.core
expect_status 0
expect_exactly out "[1i64, 3i64, 3i64, 4i64, 6i64, 7i64]"
expect err "warning[W0002]: the program is interpreted: a space with several dimensions that vary"
if [ "$(wc -l <"$work/err")" -eq 1 ]; then pass; else fail "expected one line"; fi
input 5
CC=no-such-compiler
export CC
ravel run prog.fut -e pair
expect_status 0
expect_exactly out "6i64
2.5f64"
expect err "there is no C compiler no-such-compiler"
ravel run wrong.fut
expect_status 1
expect err "error[E1"
# A C compiler that fails says why, and nothing is kept.
CC=false
ravel run prog.fut -e pair --target=c
expect_status 2
expect err "error[E0014]"
unset CC

# Without the cache nothing stays.
before=$(ls "$XDG_CACHE_HOME/ravel" | wc -l)
ravel run --no-cache --target=c prog.fut -e pair
expect_exactly out "6i64
2.5f64"
if [ "$(ls "$XDG_CACHE_HOME/ravel" | wc -l)" = "$before" ]; then pass; else fail "something was cached"; fi
if [ -z "$(ls -A "$TMPDIR")" ]; then pass; else fail "temporary files stay"; fi

# A cache that cannot be used is no reason to fail.
(
  XDG_CACHE_HOME=/dev/null
  export XDG_CACHE_HOME
  cd "$work" && "$RAVEL" run --target=c double.core <in >out 2>err
)
status=$?
expect_status 0
expect_exactly out 10i32
expect err "warning[W0001]: nothing is cached"

# Interruptions, while the C compiler runs: it ends too, and no file stays.
cat >"$work/slow-cc" <<TEXT
#!/bin/sh
echo \$\$ >"$work/pid"
: >"\$TMPDIR/leftover"
exec sleep 60
TEXT
chmod +x "$work/slow-cc"
# A process that has ended and that nobody has waited for has no command line.
is_alive() {
  [ -n "$(tr -d '\0' 2>/dev/null <"/proc/$1/cmdline")" ]
}
for option in "" --no-cache; do
  for signal in TERM HUP KILL; do
    rm -f "$work/pid"
    (cd "$work" && CC=$work/slow-cc exec "$RAVEL" run --target=c $option prog.fut <in >out 2>err) &
    process=$!
    tries=0
    while [ ! -s "$work/pid" ] && [ "$tries" -lt 100 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    kill -"$signal" "$process"
    wait "$process" 2>/dev/null
    tries=0
    arguments="run $option, interrupted by $signal"
    while [ -n "$(find "$XDG_CACHE_HOME" "$TMPDIR" -name '*ravel-*')" ] && [ "$tries" -lt 50 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    if [ "$tries" -lt 50 ]; then pass; else fail "temporary files stay"; fi
    while is_alive "$(cat "$work/pid")" && [ "$tries" -lt 50 ]; do
      sleep 0.1
      tries=$((tries + 1))
    done
    if [ "$tries" -lt 50 ]; then pass; else fail "the C compiler still runs"; fi
  done
done

# A number that stands for no variant of a sum; an argument that does not fit into memory.
cat >"$work/sum.fut" <<'EOF'
type t = #some i32 | #none
type u = #inner t | #outer i32
entry main (x: t): i32 = match x case #some y -> y case #none -> 2
entry nested (xs: []u): []i32 = map (\u -> match u case #inner (#some y) -> y case #inner #none -> 3 case #outer _ -> 4) xs
EOF
for how in --target=c --interpret; do
  input '2i8 1'
  ravel run $how sum.fut
  expect_status 4
  expect err "argument 1 of 1 (x: t)"
  expect err "2 stands for no variant of t, which has 2"
  input '-1i8 1'
  ravel run $how sum.fut
  expect_status 4
  expect err "-1 stands for no variant of t"
  input '1i8 1'
  ravel run $how sum.fut
  expect_exactly out 1i32
  # What another variant leaves in a payload is nobody's business.
  input '[0i8, 1i8] [0i8, 9i8] [5, 6] [7, 8]'
  ravel run $how -e nested sum.fut
  expect_exactly out "[3i32, 4i32]"
  input '[0i8, 0i8] [1i8, 9i8] [5, 6] [7, 8]'
  ravel run $how -e nested sum.fut
  expect_status 4
  expect err "9 stands for no variant of t"
done

# The generated C is free of warnings, for gcc and clang.
for target in c multicore; do
  ravel $target --emit=c sum.fut -o sum.c
  expect_status 0
  for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    if (cd "$work" && $compiler -std=c11 -O2 -fopenmp-simd -Wall -Wextra -Werror -c sum.c -o sum.o) 2>"$work/err"; then pass; else fail "warnings of $compiler"; fi
  done
done

summary
