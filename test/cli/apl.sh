# APL programs: what they show, files, failures and entry points; interpreted and compiled.
. test/cli/lib

printf '1,2 3\n-4 ¯5\n12345678901234\n' >"$work/ints.txt"
printf '1.5, -2e3\n.25 1E-2 ¯3.75e¯1\n 100 0.1 123456.789' >"$work/doubles.txt"
printf 'héllo\n⍵' >"$work/text.txt"
cat >"$work/files.apl" <<'END'
⎕←⎕ReadIntVecFile 'ints.txt'
⎕←ReadCSVDouble 'doubles.txt'
⎕←⎕ReadFile 'text.txt'
t←now 0
x←({⎕←⍵ ⋄ ⍵+1}⍣2)1
(now 0)≥t
END
shown='[6](1,2,3,-4,-5,12345678901234)
[8](1.5,-2000.0,0.25,0.01,-0.375,100.0,0.1,123456.789)
héllo\n⍵
[](1)
[](2)
[](1.0)'

ravel run --interpret files.apl
expect_status 0
expect_exactly out "$shown"
expect_empty err

ravel run --heap files.apl
expect_status 0
expect_exactly out "$shown"

ravel run --target=c files.apl
expect_status 0
expect_exactly out "$shown"
expect_empty err

# What is shown before a failure is shown.
cat >"$work/missing.apl" <<'END'
⎕←'before'
⎕ReadFile 'no.txt'
END
ravel run --interpret missing.apl
expect_status 4
expect_exactly out 'before'
expect err 'no.txt: No such file or directory'

ravel run --target=c missing.apl
expect_status 4
expect_exactly out 'before'
expect err 'no.txt: No such file or directory'

echo "⎕ReadIntVecFile 'doubles.txt'" >"$work/wrong.apl"
ravel run --interpret wrong.apl
expect_status 4
expect err 'DOMAIN ERROR: the file has no int at character 1'

# Towers of functions that each call the one before twice are as long as their source, also when the
# argument is known.
{
  echo 'x0←{⍵+1}'
  for i in $(seq 100); do echo "x$i←{x$((i - 1)) x$((i - 1)) ⍵}"; done
  echo 'x100 0'
} >"$work/tower.apl"
ravel check tower.apl
expect_status 0

# The greatest and the least int can be read, and no others beyond.
echo '9223372036854775807 -9223372036854775808 09223372036854775800 922337203685477580' >"$work/limits.txt"
echo "⎕←⎕ReadIntVecFile 'limits.txt'" >"$work/limits.apl"
ravel run --interpret limits.apl
expect_status 0
expect out '[4](9223372036854775807,-9223372036854775808,9223372036854775800,922337203685477580)'
for number in 9223372036854775808 -9223372036854775809 92233720368547758070; do
  echo "$number" >"$work/limits.txt"
  ravel run --interpret limits.apl
  expect_status 4
  expect err 'DOMAIN ERROR: the file has no int at character 1'
done

# What points at a failure stands under it, also behind characters that take two columns, or none.
cat >"$work/wide.apl" <<'END'
x←⍳3
g←{y←⍵×2 ⋄ 'é☃漢é',⍕x[⍵]}
⎕←g 3+≢⎕ReadFile 'text.txt'
END
ravel run --target=c wide.apl
expect_status 4
expect err '2 | g←{y←⍵×2 ⋄ '"'é☃漢é',⍕x[⍵]}
  |                      ^^^
"

# A failure tells of the calls around it.
cat >"$work/callers.apl" <<'END'
third←{⍵[3]}
use←{
  x←third ⍵
  x+1
}
n←≢(?7⍴1)~7
⎕←use ⍳n
⎕←({use ⍳⍵-5}⍣1)n
END
ravel run --interpret callers.apl
expect_status 4
expect_exactly out '[](4)'
expect err 'INDEX ERROR: index 3 is out of range for an axis of length 2'
expect err ' --> callers.apl:1:9'
expect err ' --> callers.apl:3:5'
expect err ' --> callers.apl:8:5'

ravel run --target=c callers.apl
expect_status 4
expect_exactly out '[](4)'
expect err 'callers.apl:1:9-11: INDEX ERROR: index 3 is out of range for an axis of length 2'
expect err 'called from callers.apl:3:5-9'
expect err 'called from callers.apl:8:5-7'

# An entry point takes its arguments from standard input.
cat >"$work/entry.apl" <<'END'
scale←3
mul←{ ⍝: int → <int>n → <int>n
  scale×⍺×⍵
}
⎕←'not shown'
END
input "2 [1i64,2i64]"
ravel run --interpret -e mul entry.apl
expect_status 0
expect_exactly out '[6i64, 12i64]'

ravel run --target=c -e mul entry.apl
expect_status 0
expect_exactly out '[6i64, 12i64]'
ravel run -e scale entry.apl
expect_status 2
expect err 'there is no entry point scale'
expect err 'he entry points are: mul'
input "2 [1.5]"
ravel run --interpret -e mul entry.apl
expect_status 4
expect err 'argument 2 of 2 (omega: []i64)'

# A library has the functions with closed annotations; numbers are doubles and 64-bit ints, texts code points.
cat >"$work/stats.apl" <<'END'
k←10
scale←{ ⍝: double → [double]2 → [double]2
  ⍺×⍵
}
mean←{ ⍝: <double>n → double
  (+/⍵)÷≢⍵
}
above←{ ⍝: int → <int>n → <bool>n
  ⍵>⍺+k
}
upper←{ ⍝: <char>n → <char>n
  ⎕UCS (⎕UCS ⍵)-32×⍵∊'abcdefghijklmnopqrstuvwxyz'
}
open←{⍵+1}
⎕←'not shown'
END
cat >"$work/use.c" <<'END'
#include <stdio.h>
#include "stats.h"
int main(void) {
  struct futhark_context_config *config = futhark_context_config_new();
  struct futhark_context *ctx = futhark_context_new(config);
  double numbers[] = {1, 2, 3, 4, 5, 6}, mean;
  int64_t ints[] = {5, 15, 25};
  int32_t text[] = {'a', 'Z', 'q'};
  bool flags[3];
  struct futhark_f64_1d *xs = futhark_new_f64_1d(ctx, numbers, 6);
  struct futhark_f64_2d *m = futhark_new_f64_2d(ctx, numbers, 2, 3), *scaled;
  struct futhark_i64_1d *is = futhark_new_i64_1d(ctx, ints, 3);
  struct futhark_bool_1d *bs;
  struct futhark_i32_1d *cs = futhark_new_i32_1d(ctx, text, 3), *up;
  int errors = futhark_entry_mean(ctx, &mean, xs) | futhark_entry_scale(ctx, &scaled, 0.5, m) |
               futhark_entry_above(ctx, &bs, 5, is) | futhark_entry_upper(ctx, &up, cs);
  futhark_values_f64_2d(ctx, scaled, numbers);
  futhark_values_bool_1d(ctx, bs, flags);
  futhark_values_i32_1d(ctx, up, text);
  futhark_context_sync(ctx);
  printf("%d %g %g %g %d%d%d %c%c%c\n", errors, mean, numbers[0], numbers[5], flags[0], flags[1],
         flags[2], (char)text[0], (char)text[1], (char)text[2]);
  futhark_free_f64_1d(ctx, xs), futhark_free_f64_2d(ctx, m), futhark_free_f64_2d(ctx, scaled);
  futhark_free_i64_1d(ctx, is), futhark_free_bool_1d(ctx, bs);
  futhark_free_i32_1d(ctx, cs), futhark_free_i32_1d(ctx, up);
  futhark_context_free(ctx);
  futhark_context_config_free(config);
  return errors;
}
END
ravel c --library stats.apl
expect_status 0
(cd "$work" && cc -o use use.c stats.c -lm && ./use >out 2>err)
status=$?
expect_status 0
expect_exactly out '0 3.5 0.5 3 001 AZQ'
if grep -q 'futhark_entry_open\|futhark_entry_main' "$work/stats.h"; then fail "stats.h has too much"; else pass; fi
ravel multicore --library stats.apl -o many
expect_status 0

# Test blocks stand in comments, for entry points and for what the program shows.
cat >"$work/tested.apl" <<'END'
twice←{ ⍝: int → int
  2×⍵
}
⎕←twice 4
⍝ ==
⍝ entry: twice
⍝ input { 3i64 } output { 6i64 }
⍝ ==
⍝ shows {
⍝ [](8)
⍝ [](8.0)
⍝ }
END
ravel test --compiler tested.apl
expect_status 0
ravel test --compiler --target=c tested.apl
expect_status 0
sed 's/6i64 }/7i64 }/' "$work/tested.apl" >"$work/wrong.apl"
ravel test --compiler wrong.apl
expect_status 1
expect out 'expected 7i64, got 6i64'
sed 's/(8)$/(9)/' "$work/tested.apl" >"$work/wrong.apl"
ravel test --compiler wrong.apl
expect_status 1

# Carets stand below what is meant, however wide the glyphs before it are.
echo "⎕←'é漢字',1 2+1 2 3" >"$work/wide.apl"
ravel check wide.apl
expect_status 1
expect err '  |              ^'
printf 'a\377b←1\n' >"$work/bytes.apl"
ravel check bytes.apl
expect_status 1
expect err 'the byte 0xFF is not valid UTF-8 here'
awk 'BEGIN { for (i = 0; i < 10000; i++) printf "("; printf "1"; for (i = 0; i < 10000; i++) printf ")"; print "" }' >"$work/deep.apl"
ravel check deep.apl
expect_status 1
expect err 'this is nested more than 1000 levels deep'
tr '()' '{}' <"$work/deep.apl" >"$work/braces.apl"
ravel check braces.apl
expect_status 1
expect err 'this is nested more than 1000 levels deep'
awk 'BEGIN { printf "⎕←"; for (i = 0; i < 20000; i++) printf "1+"; print "1" }' >"$work/long.apl"
ravel run --interpret long.apl
expect_status 0
expect out '[](20001)'

echo "⍎'1+2'" >"$work/execute.apl"
ravel check execute.apl
expect_status 3

# Ints of 32 bits wrap around.
cat >"$work/short.apl" <<'END'
⎕←2147483647+1
⎕←65536×65536
⎕←×/⍳13
⎕←{⍺+⍵}/2147483647 1
⎕←⌈/⍬
-2147483647
END
shown='[](-2147483648)
[](0)
[](1932053504)
[](-2147483648)
[](-2147483648)
[](-2147483647.0)'
for how in --interpret --target=c; do
  ravel run "$how" --int=32 short.apl
  expect_status 0
  expect_exactly out "$shown"
done
ravel run --target=c short.apl
expect out '[](2147483648)'
echo '2147483648' >"$work/long.apl"
ravel check --int=32 long.apl
expect_status 1
expect err 'out of range for an int of 32 bits'

# Random numbers are those of the seed, on every target.
echo '⎕←?5⍴1000' >"$work/roll.apl"
ravel run --interpret roll.apl
first=$(cat "$work/out")
ravel run --target=c --seed=0 roll.apl
expect_exactly out "$first"
ravel run --interpret --seed=7 roll.apl
seventh=$(cat "$work/out")
ravel run --target=c --seed=7 roll.apl
expect_exactly out "$seventh"
[ "$first" != "$seventh" ] || fail 'two seeds give the same numbers'

# The types of names, in the notation of the paper.
cat >"$work/types.apl" <<'END'
diff←{1↓⍵-¯1⌽⍵}
mean←+/÷≢
A←3 4⍴⍳12
n←3
v←,7
t←1 (2 3) 'ab'
d←diff 1 2 3 4
e←diff A[1;]÷2
m←mean 0.5×⍳100
fib←{⍵<2:⍵ ⋄ (∇⍵-1)+∇⍵-2}
z←fib 10
g←{⍵}
op←{⍺⍺ ⍵}
b←n<⍳n
sq←{⍵×⍵}
sums←{⍵≤0:0 ⋄ (sq ⍵)+sums ⍵-1}
s←sums 5
words←'ab' 'cde'
lists←⍳¨1 2
END
ravel check --types types.apl
expect_status 0
expect_exactly out 'diff : <int>4 → <int>3
diff : <double>4 → <double>3
mean : <double>100 → double
A : [int]2
n : S(int,3)
v : SV(int,7)
t : (S(bool,1), <int>2, <char>2)
d : <int>3
e : <double>3
m : double
fib : int → int
z : int
g : a function, never applied
op : an operator
b : <bool>3
sq : int → int
sums : int → int
s : int
words : (<char>2, <char>3)
lists : [[int]1]1'

# How long a function takes goes to standard error.
cat >"$work/bench.apl" <<'END'
⎕←({+/⍳⍵}⎕BENCH 3)100
⎕←2({⍵+1}bench{⍵})4 5
n←4
⎕←({⍵,⍵}bench n)1 2
END
for how in --interpret --target=c; do
  ravel run "$how" bench.apl
  expect_status 0
  expect out '[](5050)'
  expect out '[2](5,6)'
  expect out '[4](1,2,1,2)'
  expect err ' ms on average of 3 runs'
  expect err ' ms on average of 2 runs'
  expect err ' ms on average of 4 runs'
done

# What the C compiler suspects of loops is not for the user to read.
echo '⎕←1 2 3∪3 4' >"$work/union.apl"
ravel c union.apl -o union
expect_status 0
expect_empty err

summary
