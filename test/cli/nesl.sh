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
it = (0.3333333333333333, `x, t, inf) : (float, char, bool, float)'

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
  input "[[1, 2], [3]"
  ravel run $how forms.nesl -e sums
  expect_status 4
  expect err "expected \`]\`"
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
  expect_exactly out '(`q, f, [(3, "\"x\""), (2, ""), (1, "one")])'
  input 'point(1.5, -2)'
  ravel run $how values.nesl -e mirror
  expect_exactly out 'point(-2.0, 1.5)'
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

# Nothing at all.
: >"$work/empty.nesl"
ravel check empty.nesl
expect_status 0

summary
