# Servers: every command of the protocol, and what they answer to nonsense.
. test/cli/lib

cp examples/library/shapes.fut "$work"
ravel c --server shapes.fut
expect_status 0

# serve LINES: runs the server on commands.
serve() {
  arguments="serve $1"
  printf '%s\n' "$1" >"$work/in"
  (cd "$work" && ./shapes <in >out 2>err)
  status=$?
}

printf '%s\n' '1.5 2.5 [3.0, 1.0] [4.0, 2.0] [5, 6] 1i64' >"$work/values"
read_all='restore values a f64 b f64 xs []f64 ys []f64 ns []i32 i i64'

serve 'types
entry_points'
expect_status 0
expect out "[]point"
expect out "bounds"
serve 'inputs scale
output scale
output bounds
inputs area'
expect_exactly out '%%% OK
f64
*[]f64
%%% OK
*[]f64
%%% OK
*(f64, f64)
%%% OK
shape
%%% OK'
serve "$read_all
call pick r ns i
store r.bin r
type r
kind []point
kind point
kind shape
kind f64
rank []point
elemtype []point"
expect out "runtime: "
expect out "primitive"
expect out "record"
expect out "sum"
expect out "array"
serve 'fields point
variants shape
fields "(f64, f64)"'
expect_exactly out '%%% OK
x f64
y f64
%%% OK
circle
- point
- f64
nothing
polygon
- []point
%%% OK
0 f64
1 f64
%%% OK'
serve "$read_all
new p point a b
project px p x
new_array ps []point 2 p p
shape ps
zip zs []point xs ys
index q zs 1
set zs p 0
unzip zs us vs
construct c shape circle p b
variant c
destruct c cp cr
construct d shape polygon zs
call area s d
construct e shape nothing
call area t e
store all.bin zs c px
restore all.bin zs2 []point c2 shape px2 f64
variant c2
rename c2 c3
free c3 zs2
clear
pause_profiling
unpause_profiling
report
attributes area
tuning_params area"
expect_status 0
expect out "circle"
expect out '"memory"'
if grep -q FAILURE "$work/out"; then fail "no command fails"; else pass; fi

# Failures name what is wrong, and the server goes on.
for command in 'nonsense' 'call' 'call nowhere x' 'call area r' 'type x' 'free x' 'rename x y' 'index a b 1' \
  'kind nothing' 'fields shape' 'variants point' 'project a b c' 'restore /no/such/file a f64' 'restore values a' \
  'restore values a []f64' 'set_tuning_param x 1' 'tuning_param_class x' '"open' 'new p point' 'construct c shape square' \
  'new_array ps []point 1' 'store /no/such/folder/file'; do
  serve "$command
types"
  expect_status 0
  expect out "%%% FAILURE"
  expect out "[]point"
done
serve "$read_all
call pick r ns a"
expect out "argument 2 of 2 (i: i64) has type f64"
serve "$read_all
zip zs []point xs ns"
expect out "FAILURE"
serve "$read_all
call scale s a xs
call scale t a xs"
expect out "Variable xs was consumed"
serve "$read_all
index e xs 2"
expect out "index 2 is out of bounds"
serve "$read_all
restore values a f64"
expect out "Variable already exists: a"

# Attributes of entry points are told, also in the manifest.
cat >"$work/marked.fut" <<'END'
#[foo]
#[blah(1, zip(x))]
entry main (x: i32): i32 = x
END
ravel c --server marked.fut
expect_status 0
arguments='attributes main'
printf 'attributes main\n' >"$work/in"
(cd "$work" && ./marked <in >out 2>err)
expect_exactly out '%%% OK
foo
blah(1, zip(x))
%%% OK'
ravel c --library marked.fut
if grep -qF '"attributes":["foo","blah(1, zip(x))"]' "$work/marked.json"; then pass; else fail "expected the attributes"; fi

summary
