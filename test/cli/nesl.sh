# NESL programs: what top-level forms show, values in NESL's notation, and failures; interpreted and compiled.
. test/cli/lib

cat >"$work/forms.nesl" <<'END'
function sums(v) : [[int]] -> [int] = {sum(x) : x in v};
function id(x) = x;
datatype point(float, int);
p = point(0.5, 3);
(a, b) = (1, "two\n");
sums([[1, 2], [], [3]]);
it ++ [a];
{[0:i] : i in [0:4]};
(1.0 / 3.0, `x, t, 1e300 * 1e300);
END
forms='sums = fn : [[int]] -> [int]
id = fn : a -> a :: (a in any)
point = fn : (float, int) -> point
p = point(0.5, 3) : point
a = 1 : int
b = "two\n" : [char]
it = [3, 0, 3] : [int]
it = [3, 0, 3, 1] : [int]
it = [[], [0], [0, 1], [0, 1, 2]] : [[int]]
it = (0.3333333333333333, `x, T, inf) : (float, char, bool, float)'

ravel run --interpret forms.nesl
expect_status 0
expect_exactly out "$forms"
expect_empty err

ravel run --heap forms.nesl
expect_status 0
expect_exactly out "$forms"

ravel run --target=c forms.nesl
expect_status 0
expect_exactly out "$forms"
expect_empty err

ravel run --target=multicore forms.nesl
expect_status 0
expect_exactly out "$forms"

ravel c forms.nesl -o forms
expect_status 0
(cd "$work" && ./forms --print-limit 2 <in >out 2>err)
status=$?
expect_status 0
expect out "it = [3, 0, ...] : [int]"
expect out 'b = "tw..." : [char]'
expect out "it = [[], [0], ...] : [[int]]"

ravel run --interpret --print-limit=1 forms.nesl
expect out "it = [3, ...] : [int]"
expect out "it = [[], ...] : [[int]]"
ravel run --interpret --print-limit=0 forms.nesl
expect out "it = [...] : [int]"
ravel run --interpret -n forms.nesl
expect_status 0
expect_empty out

# A range of numbers without nesting, too.
cat >"$work/flat.nesl" <<'END'
function same(v) : [int] -> [int] = v;
END
for how in --interpret --target=c; do
  input "[3 : 0 : -1] % done %"
  ravel run $how flat.nesl -e same
  expect_status 0
  expect_exactly out "[3, 2, 1]"
done

# What is printed stands as it is, and ends its line.
cat >"$work/prints.nesl" <<'END'
print_string("a\"b\nc\n");
let n = 3 in print_string("n is " ++ @n);
END
for how in --interpret --target=c; do
  input ""
  ravel run $how --print-limit=1 prints.nesl
  expect_status 0
  expect_exactly out 'a"b
c
it = T : bool
n is 3
it = T : bool'
done

# Entry points, in both notations.
for how in --interpret --target=c; do
  input "[[1, 2], [], [3]]"
  ravel run $how forms.nesl -e sums
  expect_status 0
  expect_exactly out "[3, 0, 3]"
  input "[2i64, 0i64, 1i64] [1, 2, 3]"
  ravel run $how forms.nesl -e sums
  expect_status 0
  expect_exactly out "[3, 0, 3]"
  input "[]"
  ravel run $how forms.nesl -e sums
  expect_exactly out "[]"
  input "[] [int]"
  ravel run $how forms.nesl -e sums
  expect_status 0
  expect_exactly out "[]"
  input "[[1, 2], [] INT]"
  ravel run $how forms.nesl -e sums
  expect_exactly out "[3, 0]"
  input "% rows % [[0:3], [1:10:3] % and % , [5:0:-2]] % end %"
  ravel run $how forms.nesl -e sums
  expect_status 0
  expect_exactly out "[3, 12, 9]"
  input "[[0:3:0]]"
  ravel run $how forms.nesl -e sums
  expect_status 4
  expect err "the step of a range is 0"
  input "[] [int"
  ravel run $how forms.nesl -e sums
  expect_status 4
  expect err "sums takes 1 argument: expected the end of the input"
  input "[[1, 2], [3]"
  ravel run $how forms.nesl -e sums
  expect_status 4
  expect err "expected \`]\`"
  expect err "argument 1 of 1 (v: [[int]])"
  input "[[1, 2.5]]"
  ravel run $how forms.nesl -e sums
  expect_status 4
  input "[2] [1, 2, 3]"
  ravel run $how forms.nesl -e sums
  expect_status 4
done

cat >"$work/values.nesl" <<'END'
function turn(a, b) : ([(int, [char])], (bool, char)) -> (char, (bool, [(int, [char])])) =
  let (c, d) = b in (d, not c, reverse(a));
datatype point(float, float);
function mirror(point(x, y)) = point(y, x);
END
for how in --interpret --target=c; do
  input '[(1, "one"), (2, ""), (3, "\"x\"")] (t, `q)'
  ravel run $how values.nesl -e turn
  expect_status 0
  expect_exactly out '(`q, F, [(3, "\"x\""), (2, ""), (1, "one")])'
  input 'point(1.5, -2)'
  ravel run $how values.nesl -e mirror
  expect_exactly out 'point(-2.0, 1.5)'
  input 'Point(1.5, -2)'
  ravel run $how values.nesl -e mirror
  expect_exactly out 'point(-2.0, 1.5)'
  input '[] (T, `q)'
  ravel run $how values.nesl -e turn
  expect_exactly out '(`q, F, [])'
done

# A failure ends the program, after what stands above was shown.
cat >"$work/fails.nesl" <<'END'
function pick(v, i) = v[i];
pick([1, 2], 1);
pick([1, 2], 7);
pick([1, 2], 0);
END
for how in --interpret --target=c; do
  input ""
  ravel run $how fails.nesl
  expect_status 4
  expect out "it = 2 : int"
  expect err "index 7 is out of bounds for a sequence of length 2"
  if grep -q "it = 1 : int" "$work/out"; then fail "a form behind the failure was shown"; else pass; fi
done

# A polymorphic function cannot be called from outside.
ravel run --interpret forms.nesl -e id
expect_status 2
expect err "the type of id has type parameters"
ravel run --target=c forms.nesl -e id
expect_status 2
expect err "there is no entry point id: its type has type parameters; annotate it with a type"

# Nor can one of functions, or one that gives some.
cat >"$work/functions.nesl" <<'END'
function twice(g, x) : (int -> int, int) -> int = g(g(x));
function adder(n) : int -> int -> int = x => x + n;
function main(x) = twice(adder(3), x);
(adder(1), [adder(2), abs], "text");
END
for name in twice adder; do
  ravel run --interpret functions.nesl -e $name
  expect_status 2
  expect err "the type of $name has functions in it, and values from outside are none"
  ravel run --target=c functions.nesl -e $name
  expect_status 2
  expect err "there is no entry point $name: its type has functions in it, and values from outside are none"
done
input 4
ravel run --target=c functions.nesl -e main
expect_status 0
expect_exactly out 10
input ""
for how in --interpret --heap --target=c; do
  ravel run $how functions.nesl
  expect_status 0
  expect_exactly out 'twice = fn : (int -> int, int) -> int
adder = fn : int -> int -> int
main = fn : int -> int
it = (fn, [fn, fn], "text") : (int -> int, [int -> int], [char])'
done

# What shows the forms is no entry point: it hides no function and is neither listed nor exported.
cat >"$work/clash.nesl" <<'END'
function f(x) : int -> int = x + 1;
function f_form(x) : int -> int = x + 2;
function it_1(x) : int -> int = x + 3;
x = 7;
1 + 1;
function x(y) : int -> int = y + 4;
function _5(y) : int -> int = y;
function _6(y) : int -> int = y;
function function_2(y) : int -> int = y + 5;
END
ravel multicore clash.nesl -o clash
expect_status 0
for pair in f=11 f_form=12 it_1=13 x=14 function_2=15; do
  input 10
  ravel run --interpret clash.nesl -e "${pair%=*}"
  expect_exactly out "${pair#*=}"
  (cd "$work" && ./clash -e "${pair%=*}" <in >out 2>err)
  expect_exactly out "${pair#*=}"
done
(cd "$work" && ./clash -e zz <in >out 2>err)
status=$?
expect_status 2
expect err "The entry points are: f f_form it_1 x _5 _6 function_2"
if grep -q Form "$work/err"; then fail "forms are listed"; else pass; fi
(cd "$work" && ./clash <in >out 2>err)
status=$?
expect_status 0
expect out "x = 7 : int"
expect out "it = 2 : int"
expect out "f_form = fn : int -> int"
ravel c --library clash.nesl -o clash_library
expect_status 0
if [ "$(grep -c "int futhark_entry_" "$work/clash_library.h")" -eq 7 ]; then pass; else fail "entry points in the header"; fi
if grep -qi "form_\(f\|it\|x\)\b" "$work/clash_library.h" "$work/clash_library.json"; then fail "forms are exported"; else pass; fi
ravel c --server clash.nesl -o clash_server
(cd "$work" && echo entry_points | ./clash_server >out 2>err)
expect_exactly out "%%% OK
f
f_form
it_1
x
_5
_6
function_2
%%% OK"

# Numbers of threads.
for number in -1 x 2x; do
  (cd "$work" && ./clash --num-threads=$number -n <in >out 2>err)
  status=$?
  expect_status 2
  expect err "--num-threads needs a whole number that is not negative, not '$number'"
done
for number in 0 2; do
  (cd "$work" && ./clash --num-threads=$number -n <in >out 2>err)
  status=$?
  expect_status 0
done

# Tuples are pairs: the last components may be in a tuple of their own.
cat >"$work/pairs.nesl" <<'END'
function three(p) : (int, int, int) -> (int, int, int) = p;
function rows(p) : [(int, (int, [int]), bool, char)] -> [(int, (int, [int]), bool, char)] = p;
function deep(p) : [(int, ((int, int), char), float)] -> [(int, ((int, int), char), float)] = p;
datatype place(int, float, int);
function here(p) : place -> place = p;
END
ravel c pairs.nesl -o pairs
expect_status 0
# pairs ENTRY INPUT OUTPUT: the same interpreted and compiled; no OUTPUT where the input is refused.
pairs() {
  input "$2"
  for how in interpreted compiled; do
    if [ $how = interpreted ]; then
      ravel run --interpret pairs.nesl -e "$1"
    else
      (cd "$work" && ./pairs -e "$1" <in >out 2>err)
      status=$?
    fi
    expect_exactly out "$3"
    if [ -n "$3" ]; then expect_status 0; else expect_status 4; fi
  done
}
pairs three "(1,(2,3))" "(1, 2, 3)"
pairs three " ( 1 , ( 2 ,3 ) ) " "(1, 2, 3)"
pairs three "(1,(2,3)" ""
pairs three "(1,((2,3)))" ""
pairs three "((1,2),3)" ""
pairs three "(1,(2,3),4)" ""
pairs rows "[(1, (2, [3]), (t, \`a)), (1, ((2, []), (f, \`b))), (1, ((2, [3]), f, \`c)), (1, (2, [3]), t, \`d)]" \
  "[(1, (2, [3]), T, \`a), (1, (2, []), F, \`b), (1, (2, [3]), F, \`c), (1, (2, [3]), T, \`d)]"
pairs deep "[(1, ((2, 3), \`a), 2.5), (1, ( ( (2, 3), \`a), 2.5))]" "[(1, ((2, 3), \`a), 2.5), (1, ((2, 3), \`a), 2.5)]"
pairs here "place(1, (2.5, 3))" "place(1, 2.5, 3)"

# Lengths that do not fit, in the data format: told in the names of the program, interpreted and compiled.
cat >"$work/lengths.nesl" <<'END'
function sums(v) : [[int]] -> [int] = {sum(x) : x in v};
function deep(k, v) : (int, [[[int]]]) -> int = k + #v;
function texts(v) : [(int, [char])] -> int = sum({a + #s : (a, s) in v});
END
ravel c lengths.nesl -o lengths
expect_status 0
# lengths ENTRY INPUT MESSAGE
lengths() {
  input "$2"
  ravel run --interpret lengths.nesl -e "$1"
  expect_status 4
  expect err ": $3"
  (cd "$work" && ./lengths -e "$1" <in >out 2>err)
  status=$?
  expect_status 4
  expect err ": $3"
}
misfit="v (argument 1) does not fit its type"
lengths sums "[2] [1, 2, 3]" "$misfit [[int]]: its lengths sum to 2, but there are 3 elements"
lengths sums "[3, 1] [1, 2]" "$misfit [[int]]: its lengths sum to 4, but there are 2 elements"
lengths sums "[3, -1] [1, 2]" "$misfit [[int]]: it has a length of -1"
lengths deep "1 [2] [1, 3] [5]" "v (argument 2) does not fit its type [[[int]]]: its lengths sum to 4, but there are 1 elements"
lengths deep "1 [2] [1, -3] [5]" "v (argument 2) does not fit its type [[[int]]]: it has a length of -3"
lengths texts '[1, 2] [3, 0] "ab"' "$misfit [(int, [char])]: its lengths sum to 3, but there are 2 elements"
lengths texts '[1, 2] [3] "abc"' "size n is 2 in dimension 0 of v (argument 1) but 1 in dimension 0 of v (argument 1)"
lengths sums "[9223372036854775807, 9223372036854775807] [1, 2]" "the sum of the segments' lengths is too large"

# A recursive program has a large stack of its own, whatever the shell's limit is; recursion that is too deep for that ends in a failure.
cat >"$work/depth.nesl" <<'EOF'
function depth(n) : int -> int = if n == 0 then 0 else 1 + depth(n - 1);
EOF
ravel c depth.nesl
depth() {
  input "$2"
  (ulimit -s "$1" && cd "$work" && ./depth -e depth <in >out 2>err)
  status=$?
  expect_status "$3"
}
depth 1024 1000000 0
expect_exactly out 1000000
depth 1024 1000000000 4
expect err "recursion too deep"
if (ulimit -s unlimited) 2>/dev/null; then
  depth unlimited 500000 0
  expect_exactly out 500000
  depth unlimited 1000000000 4
  expect err "recursion too deep"
fi

# Two levels of sequences that are walked together do not make the program four times as long.
together() {
  ravel c --emit=imp "$1.nesl" -o "$1.imp"
  expect_status 0
  lines=$(wc -l <"$work/$1.imp")
}
cat >"$work/four.nesl" <<'EOF'
function f(p, q) : ([[[[int]]]], [[[[int]]]]) -> [[[[int]]]] =
  {{{{a + b : a; b} : a; b} : a; b} : a in p; b in q};
EOF
cat >"$work/six.nesl" <<'EOF'
function f(p, q) : ([[[[[[int]]]]]], [[[[[[int]]]]]]) -> [[[[[[int]]]]]] =
  {{{{{{a + b : a; b} : a; b} : a; b} : a; b} : a; b} : a in p; b in q};
EOF
together four
four=$lines
together six
echo "$lines lines for $four" >"$work/out"
[ "$lines" -lt $((3 * four)) ]
status=$?
expect_status 0

# Nothing at all.
: >"$work/empty.nesl"
ravel check empty.nesl
expect_status 0

summary
