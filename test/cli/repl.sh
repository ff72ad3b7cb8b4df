# The prompt: scripted sessions in each language, and keystrokes on a terminal.
. test/cli/lib

# ---- NESL ----

input 'x = [1, 2, 3];
function sq(a) = a * a;
{sq(i) : i in x};
sum(it);
(a, b) = (1, [[1, 2], [], [3]]);
b ++ [it = 14
];
b ++ [[14]];
function above(v) = {v + i : i in x};
above(10);
x = 5;
above(x);
datatype point(int, float);
point(x, 0.5);
let y = 2 % a comment that goes on
in the next line %
in y + 3;
"two
lines";'
ravel repl --language=nesl
expect_status 1
expect_exactly out 'x = [1, 2, 3] : [int]
sq = fn : a -> a :: (a in number)
it = [1, 4, 9] : [int]
it = 14 : int
a = 1 : int
b = [[1, 2], [], [3]] : [[int]]
it = [[1, 2], [], [3], [14]] : [[int]]
above = fn : int -> [int]
it = [11, 12, 13] : [int]
x = 5 : int
note: above still uses the old x
it = [6, 7, 8] : [int]
point = fn : (int, float) -> point
it = point(5, 0.5) : point
it = 5 : int
it = "two\nlines" : [char]'
expect err " --> <input 6>:1:10"

# Sizes without names.
input 'def total (p: {x: i32}) (ys: []i32) = p.x + i32.sum ys
total {x = 1} [2, 3]'
ravel repl
expect_exactly out 'total : {x: i32} -> []i32 -> i32
6i32'

# What fails leaves the session as it was; of several forms those before it are kept.
input 'c = 3; d = [1][c]; e = 4;
c;
d;
function even(n) = if n == 0 then t else odd(n - 1);
function even(n) = if n == 0 then t else odd(n - 1); function odd(n) = if n == 0 then f else even(n - 1);
even(7);
c + (1;
c + 2;'
ravel repl --language=nesl
expect_status 4
expect_exactly out 'c = 3 : int
it = 3 : int
even = fn : int -> bool
odd = fn : int -> bool
it = F : bool
it = 5 : int'
expect err "index 3 is out of bounds for a sequence of length 1"
expect err " --> <input 1>:1:12"
expect err "unknown variable \`d\`"
expect err "unknown function \`odd\`"

# Functions are values, too, and keep what they are.
input 'function add(n) = (x => x + n);
function mul(n) = (x => x * n);
function neg(n) = (x => n - x);
c = sum([0:5]);
s = if c == 1 then mul(5) else neg(100);
r = if c == 1 then add(1) else mul(5);
(s(10), r(10));
(r(10), s(10));
[r, s];
{g(10) : g in it};'
ravel repl --language=nesl
expect_status 0
expect out 'it = (90, 50) : (int, int)'
expect out 'it = (50, 90) : (int, int)'
expect out 'it = [fn, fn] : [int -> int]'
expect out 'it = [50, 90] : [int]'

# What acts on the world does so once.
input 'function loud(n) = let d = print_string("loud") in n + 1;
x = loud(1);
x; x;
x + loud(2);
it;
:set compile always
loud(5);
:reload'
ravel repl --language=nesl
expect_status 0
expect_exactly out 'loud = fn : int -> int
loud
x = 2 : int
it = 2 : int
it = 2 : int
loud
it = 5 : int
it = 5 : int
loud
it = 6 : int
loud'

# What is bound to a function goes on using old definitions, too.
input 'k = 2;
function h(x) = x + k;
g = x => x + k;
v = k + 1;
k = 5;
(h(1), g(1), v);'
ravel repl --language=nesl
expect_status 0
expect out 'note: h, g still use the old k'
expect out 'it = (3, 3, 3) : (int, int, int)'

# A function has its whole type, and is one for all types where it is bound by name. What an input
# leaves open, the next ones find as it was shown.
input 'sort;
it("cab");
:type sort
:type x => x * x
g = x => x * x;
(g(2), g(2.5));
h = if 1 < 2 then (x => x) else (y => y);
h(3);
h(2.5);'
ravel repl --language=nesl
expect_status 1
expect_exactly out 'it = fn : [a] -> [a] :: (a in ordinal)
it = "abc" : [char]
sort : [a] -> [a] :: (a in ordinal)
x => x * x : a -> a :: (a in number)
g = fn : a -> a :: (a in number)
it = (4, 6.25) : (int, float)
h = fn : int -> int
it = 3 : int'
expect err 'the argument of `h` should have type `int`, but has type `float`'

# ---- Futhark ----

input 'def xs = [1, 2, 3i64]
def twice (x: i64) =
  x *
  2
map twice xs
i64.sum it
def ys = filter (> 1) xs
(length ys, ys)
def add (n: i64) = map (+ n) ys
add 1
def ys = 5i64
add ys
[(1, {a = 2.5, b = true})]
#some 3 : #none | #some i32
map (\i -> {i, row = [i, i]}) (iota 2)
[(), ()]
()
\x -> x + 1i32
type t = (i32, i32)
module m = { def k = 3i32 def v = replicate 2 k }
m.v
open m
k
let q = 4 in q + 1
let q = 4
q : i32
def id (x: t) : t = x
id (1, 2)
replicate 2 (replicate 0 1)
u8.i32 200
xs[xs[2]]
xs[0'
ravel repl
expect_status 4
expect_exactly out 'xs : [3]i64
twice : i64 -> i64
[2i64, 4i64, 6i64]
12i64
ys : [k]i64
(2i64, [2i64, 3i64])
add : i64 -> *[k]i64
[3i64, 4i64]
ys : i64
note: add still uses the old ys
[7i64, 8i64]
[(1i32, {a = 2.5f64, b = true})]
#some 3i32
[{i = 0i64, row = [0i64, 0i64]}, {i = 1i64, row = [1i64, 1i64]}]
[(), ()]
()
it : i32 -> i32
type t
module m
[3i32, 3i32]
3i32
5i32
q : i32
4i32
id : (i32, i32) -> (i32, i32)
(1i32, 2i32)
empty([2][0]i32)
200u8'
expect err "error[E0402]: Index [3] out of bounds for array of shape [3]."
expect err " --> <input 29>:1:1"
expect err "found the end of the file"

# Values are computed once, and files are loaded without computing any.
cat >"$work/lib.fut" <<'END'
def n = 1000i64
def squares = map (\i -> i * i) (iota n)
def wrong = squares[n]
entry main (i: i64) = squares[i]
END
input 'squares
main 12
:all squares[:60]
wrong
:type squares
:type map
:defs'
ravel repl lib.fut
expect_status 4
expect out "n : i64"
expect out "[0i64, 1i64, 4i64, 9i64, 16i64, 25i64, 36i64, 49i64, 64i64, 81i64,"
expect out "2401i64, ...]"
expect out "3364i64, 3481i64]"
expect out "144i64"
expect out "squares : [n]i64"
expect out "map [n] 'a 'b : (a -> b) -> [n]a -> *[n]b"
expect out "main : i64 -> i64"
expect err " --> lib.fut:3:13"

input ':load missing.fut
:load lib.nesl
:type
:tipe 1
:set limit some
:set speed 3
:dump nothing 1 + 1
:help type
:help'
ravel repl
expect_status 1
expect err "cannot read missing.fut"
expect err "lib.nesl is nesl, and this session is futhark"
expect err ":type needs EXPRESSION"
expect err "did you mean :type?"
expect err "the limit is a number of elements, or all, not some"
expect err "there is no setting speed"
expect err "unknown pass nothing"
expect out ":type EXPRESSION"
expect out "  :quit                    end the session"

# ---- Textual IR ----

input 'add 1i64, 2i64
let x: i64 = add it, 40i64
fun f(a: i64) -> (r: i64) = {
  let r: i64 = mul a, x
  in (r)
}
call f(2i64)
let x = add 0.5f64, 1.5f64
x
call f(3i64)
let (n, xs) = par (i < 5) { let even = eq i, 2 keep even i }
xs
let x = add x, 1.0f64
x
add 1i64, 2i32
fun f(a: i64) -> (r: i64) = { in (a) }
:type add 1i64, 2i64
:defs
:quit
add 1i64, 1i64'
ravel repl --language=core
expect_status 1
expect_exactly out '3i64
x : i64
function f
86i64
x : f64
note: f still uses the old x
2.0f64
129i64
n : i64
xs : [n]i64
[2i64]
x : f64
3.0f64
function f
add 1i64, 2i64 : i64
n : i64
xs : [n]i64
x : f64
function f'
expect err "the other operand should be of type i64, but it is of type i32"

# ---- Compiled ----

input 'function fib(n) = if n < 2 then n else fib(n - 1) + fib(n - 2);
xs = {fib(i) : i in [0:10]};
b = [[1, 2], [3]];
:set compile always
:time {x + fib(5) : x in xs}
b ++ b;
b[xs[6]];
:set compile never
:time fib(3)
:set'
ravel repl --language=nesl
expect_status 4
expect out "it = [5, 6, 6, 7, 8, 10, 13, 18, 26, 39] : [int]"
expect out "s, compiled"
expect out "it = [[1, 2], [3], [1, 2], [3]] : [[int]]"
expect out "s, interpreted"
expect out "compile never"
expect err "error[E0402]: index 8 is out of bounds for a sequence of length 2"
expect err " --> <input 6>:1:1"
# What takes long is compiled while it is interpreted; interpreted alone this would take minutes.
input 'i64.sum (map (\i -> loop s = i for j < 20000i64 do s ^ (s * 31 + j)) (iota 20000))'
ravel repl
expect_status 0
expect_exactly out "$(printf '%s\n' "$(sed 's/^/entry main = /' "$work/in")" >"$work/long.fut" && cd "$work" && "$RAVEL" run --target=c long.fut </dev/null)"

# ---- The command line ----

ravel repl --language=cobol
expect_status 2
expect err "unknown language cobol"
ravel repl --help
expect out "Usage: ravel repl [OPTION]... [FILE...]"
input '[1, 2, 3]'
ravel repl --print-limit=2
expect_exactly out '[1i32, 2i32, ...]'

# ---- At a terminal ----

# Streams stay open from one form to the next, and what a form reads of the input is no input any more.
rm -f "$work/made"
cat >"$work/in" <<'END'
s = open_check(open_out_file("made"));
write_string("one\ntwo words\n", s);
read_string_from_file("made");
close_file(s);
i = open_check(open_in_file("made"));
let ((line, is_end), go) = read_line(i) in line;
let ((word, is_end), go) = read_word(i) in word;
let a = print_string("name? "); ((line, is_end), go) = read_line(stdin) in "hello " ++ line;
the user
1 + 2;
open_check(open_out_file("made_not"));
END
ravel repl --language=nesl
expect_status 4
expect_exactly out 's = stream(3) : stream
it = (T, "") : (bool, [char])
it = (T, "") : (bool, [char])
i = stream(4) : stream
it = "one" : [char]
it = "two" : [char]
name? 
it = "hello the user" : [char]
it = 3 : int
it = stream(5) : stream'
expect err "made: No such file or directory"
[ -z "$(ls "$work"/made_not* 2>/dev/null)" ] && pass || fail "an open file was left behind"

# Commands of NESL's own system: a file that is loaded is told of once, and the session goes on.
printf 'function lib(x) = x + 100;\nset verbose off;\n' >"$work/lib.nesl"
printf 'load "lib";\nlib(1);\nexit;\n2 + 3;\n' >"$work/in"
ravel repl --language=nesl
expect_status 0
expect_exactly out 'lib = fn : int -> int
it = 101 : int
it = 5 : int'
expect err "this ends a program, and no session"
[ "$(grep -c 'warning' "$work/err")" -eq 2 ] && pass || fail "warnings are told again"

keys --language=nesl <<'END'
see ravel
ready
type 1+2;\r
see it = 3 : int
Editing: the cursor before the last character, one deleted, one typed.
ready
type 10+5;\e[D\x7f2\r
see it = 12 : int
Past inputs.
ready
type \e[A\e[A\r
see it = 3 : int
ready
type \x12+2\x12\r
see it = 12 : int
Several lines.
ready
type function f(n) =\r
see .. 
type if n == 0 then 0\relse f(n-1);\r
see f = fn : int -> int
Abandoned.
ready
type f(\r
see .. 
type \x03
Stopped, with all definitions kept.
ready
type function forever(n) : int -> int = if n == 0 then 0 else forever(rem(n, 7) + 1);\r
see forever = fn
ready
type forever(1);\r
running
type \x03
see interrupted
ready
type f(3);\r
see it = 0 : int
Defined again.
ready
type function g(n) = f(n) + 1;\r
see g = fn
ready
type function f(n) = n;\r
see note: g still uses the old f
Completion.
ready
type plus_s\t
see plus_scan
type ([1,2,3]);\r
see it = [0, 1, 3] : [int]
ready
type :ty\tg(1)\r
miss error
see : int
An error.
ready
type 1 + t;\r
see error[
ready
type \x04
end 0
END

cat >"$work/typed.fut" <<'END'
def unusual_name = 7i32
END
keys <<'END'
ready
type def square (x: i32) =\r
see .. 
type x * x\r
see square : i32 -> i32
ready
type i32.su\t
see i32.sum
type  [1,2,3]\r
see 6i32
What is pasted is one input, and not run before Enter.
ready
type \e[200~def a = 1\rdef b = 2\e[201~
see def b = 2
type \r
see a : i32
see b : i32
Stopped.
ready
type loop x = 1i64 while x > 0 do (if x > 5 then 1 else x + 1)\r
running
type \x03
see interrupted
ready
type a + b\r
see 3i32
ready
type :load ty\t
see typed.fut
type \r
see unusual_name : i32
ready
type unu\t + 1\r
see 8i32
Loaded again: what was typed is evaluated again.
ready
type def more = unusual_name + 1\r
see more : i32
do echo 'def unusual_name = 70i32' >typed.fut
ready
type :reload\r
see unusual_name : i32
ready
type more\r
see 71i32
What is imported stays as it was.
do echo 'def imported = 1i32' >imported.fut
ready
type import "imported"\r
ready
type def kept = imported + 1\r
see kept : i32
do echo 'def imported = 2.5f64' >imported.fut
ready
type (kept, imported)\r
see (2i32, 1i32)
do echo 'def other = 70i32' >typed.fut
ready
type :reload\r
see unknown name `unusual_name`
ready
type kept\r
see 3.5f64
ready
type :defs\r
see other : i32
miss more
A narrow terminal.
ready
size 20
type 1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1\r
see 17i32
ready
type "naïve 漢字"\x01\e[C\x04\x05\r
see [97u8, 195u8, 175u8,
ready
type :quit\r
end 0
END

# A form reads what the user types next; Ctrl-C stops it, and Ctrl-D ends what it reads.
keys --language=nesl <<'END'
ready
type let a = print_string("name? "); ((l, e), x) = read_line(stdin) in (l, e);\r
running
type a user\r
see it = ("a user", F) : ([char], bool)
ready
type it;\r
see it = ("a user", F) : ([char], bool)
ready
type read_line(stdin);\rtyped ahead\r
see ("typed ahead", F)
ready
type read_line(stdin);\r
running
type \x03
ready
type 1 + 2;\r
see it = 3 : int
ready
type read_line(stdin);\r
running
type \x04
see it = (("", T), T, "")
ready
type 3 + 4;\r
see it = 7 : int
ready
type :quit\r
end 0
END

# What was typed can be recalled in the next session, by this user only.
keys <<'END'
ready
type \e[A\e[A\e[A\r
see 17i32
ready
type \x04
end 0
END
mode=$(ls -l "$work/state/ravel/history-futhark" | cut -c 1-10)
[ "$mode" = "-rw-------" ] && pass || fail "the history has the mode $mode"
chmod a+w "$work/state/ravel/history-futhark"
keys <<'END'
see past inputs are not kept
see others may write it
ready
type \x04
end 0
END
summary
