# APL at the prompt: what is typed, what is shown, what is kept; on a terminal, too.
. test/cli/lib

input '1 2.5 ¯3
a←⍳5
a
it×2
mean←+/÷≢
mean a
add←{
  ⍵+k ⍝ which comes later
}
k←10
add a
k←20
add a
a[2]←100
b←a ⋄ b[1]←7 ⋄ a ⋄ b
n←+/⍳3
m←n 3⍴⍳100
m
⍉m
(p q)←n (⍳n)
q
g←(⍳n)∘+
g 1
⎕←x←3+4
x
t←(1 2 3) "ab" 5
t
t[2]
(2 2⍴1 2.5 ¯3 4) (2 0⍴0)
2J3×4
mean
⍬'
ravel repl --language=apl
expect_status 0
expect_empty err
expect_exactly out '1 2.5 ¯3
1 2 3 4 5
2 4 6 8 10
3
11 12 13 14 15
21 22 23 24 25
1 100 3 4 5
7 100 3 4 5
 1  2  3
 4  5  6
 7  8  9
10 11 12
13 14 15
16 17 18
1 4 7 10 13 16
2 5 8 11 14 17
3 6 9 12 15 18
1 2 3 4 5 6
2 3 4 5 6 7
7
7
1 2 3
ab
5
ab
 1 2.5
¯3 4  


8J12
function mean'

# What fails leaves the session as it was; of several statements those before it are kept.
input 'i←77++/70⍴0
c←3 ⋄ d←(⍳4)[i] ⋄ e←4
c
d
3 4+1 2 3
c+⍺
{⍵
+c}1
c←'"'"'open
c'
ravel repl --language=apl
expect_status 4
expect_exactly out '3
3
3'
expect err 'INDEX ERROR: index 77 is out of range for an axis of length 4'
expect err ' --> <input 2>:1:13'
expect err 'VALUE ERROR: `d` has no value here'
expect err 'LENGTH ERROR: the arguments have different shapes: 2 and 3'
expect err '`⍺` has no meaning outside of braces'

# Effects happen once, in their order, also those of a value that is looked at again.
input 'f←{⎕←⍵ ⋄ ⍵+1}
y←f 1
y y
z←f f y
+/z
⎕←y
b←⎕←z
⎕←"text"'
ravel repl --language=apl
expect_exactly out '1
2 2
2
3
4
2
4
text'

# Functions keep the values that they were made of.
input 's←+/⍳4
h←{k←s+⍵ ⋄ {k×⍵}}
twice←{⍺⍺ ⍺⍺ ⍵}
s∘+twice 1
o←s∘×
s←0
o 2
r←?⍴0 ⋄ 0=≢r
u←?1000
u=u'
ravel repl --language=apl
expect_status 0
expect_exactly out '21
20
1
1'

# What a program shows, its statements show one by one.
for seed in 301 302 305 309 316 336 352 362 405 416; do
  "$RAVEL" fuzz --language=apl --seed=$seed --print >"$work/program.apl"
  grep -q 'mistake\|doomed\|changed' "$work/program.apl" && continue
  echo 'last←{⍵}' >>"$work/program.apl" # has no value to show
  ravel run --interpret program.apl
  expect_status 0
  cp "$work/out" "$work/expected"
  input "$(cat "$work/program.apl")"
  ravel repl --language=apl --print=tail
  expect_status 0
  expect_exactly out "$(cat "$work/expected")"
done

# Elements, layouts, compiled forms, questions.
input '⍳60
:set limit 3
5 5⍴⍳25
"abcdef"
:all
:set print tail
5
2 2⍴⍳4
⎕←1.5
:type 2 3⍴0.5
:type {⍵}
v←⍳4 ⋄ w←{⍵}
:defs
:set print
:set'
ravel repl --language=apl
expect_status 2
expect_exactly out '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 ...
 1  2  3 ...
 6  7  8 ...
11 12 13 ...
...
abc...
abcdef
[](5)

 1 2
 3 4

[](1.5)
2 3⍴0.5 : [double]2
function {⍵}
v : <int>4
function w
limit 3
compile auto
print tail'
expect err 'print is apl or tail, not '

input 'x←+/⍳1000000
x
:time x+1
2 3⍴x'
ravel repl --language=apl --compile=always
expect_status 0
expect out '500000500000'
expect out 's, compiled'
expect out '500000500000 500000500000 500000500000'

# A file is run as if it had been typed.
cat >"$work/lib.apl" <<'END'
⎕←'loading'
square←{⍵×⍵}
base←3
END
input 'square base'
ravel repl lib.apl
expect_status 0
expect_exactly out 'loading
9'

# ---- ravel run --print ----

cat >"$work/show.apl" <<'END'
⎕←5
⎕←¯3 4.5 1E20 1E¯7 .00001 0.1 ¯1E¯10
⎕←2 3⍴1 ¯2.5 3 100 5 6.125
⎕←'text' ⋄ ⎕←2 2⍴'abcd'
⎕←2 1 2⍴⍳4
⎕←0 3⍴0
⎕←2J¯1 0J1 3J0
⎕←(÷0) (-÷0)
1=1 2
END
layout='5
¯3 4.5 1E20 1E¯7 0.00001 0.1 ¯1E¯10
  1 ¯2.5 3    
100  5   6.125
text
ab
cd
1 2

3 4
2J¯1 0J1 3
∞ ¯∞
1 0'
for how in --interpret --heap --target=c; do
  ravel run $how --print=apl show.apl
  expect_status 0
  expect_exactly out "$layout"
done
ravel run --interpret --print=tail show.apl
expect out '[](5)'
ravel run --print=box show.apl
expect_status 2
expect err '--print needs one of tail|apl'
ravel c -o show show.apl
(cd "$work" && ./show --print=apl >out 2>err)
expect_exactly out "$layout"
(cd "$work" && ./show --print=box >out 2>err)
expect err "--print needs one of tail|apl, not 'box'"

# ---- At a terminal ----

keys --language=apl <<'END'
see ravel
ready
see       
type 2+⍳3\r
see 3 4 5
Several lines.
ready
type f←{\r
see .. 
type ⍵×2}\r
ready
type f it\r
see 6 8 10
Past inputs, names.
ready
type long_name←7\r
ready
type long_n\t+1\r
see 8
ready
type \e[A\r
see 8
What fails.
ready
type 1 2+1 2 3\r
see LENGTH ERROR
ready
type :quit\r
end 0
END
# Functions that call themselves, with names that get other values; nested arrays; modified assignment.
input 'fib←{⍵<2:⍵ ⋄ (∇⍵-1)+∇⍵-2}
fib 10
k←3
f←{⍵=0:k ⋄ 1+f ⍵-1}
f 4
k←10
f 4
x←⍳¨1 2
x
⍴x
⌽x
a←1
a+←2
a'
ravel repl --language=apl
expect_status 0
expect_exactly out '55
7
14
1
1 2
2
1 2
1
3'

summary
