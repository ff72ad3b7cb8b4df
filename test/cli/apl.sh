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
b : <bool>3'

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

summary
