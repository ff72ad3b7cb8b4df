# ravel tune: versions are found, measured and chosen; what was measured is not measured again; and
# the file is picked up by run, test and bench.
. test/cli/lib
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "0 passed, 0 failed"
  exit 0
fi
CFLAGS=-O1
TMPDIR=$work/tmp
export CFLAGS TMPDIR
mkdir "$TMPDIR"

cat >"$work/nest.fut" <<'TEXT'
-- ==
-- "few" random input { [4][20000]f32 }
-- "many" random input { [3000][20]f32 }
-- nobench input { [[1f32]] }
def main [n][m] (a: [n][m]f32) : [n][m]f32 =
  map (\r -> let s = f32.sum r in map (\x -> f32.sin (x / s)) r) a
TEXT

# The forest of versions.
ravel dump --tuning --target=multicore nest.fut
expect_status 0
expect out '"parameters":[{"name":"nested_1","class":"threshold(def, )","guard":"m","is_tuned":true,'
expect out '"parent":null,"span":{"file":"nest.fut","line":6,"column":3}}]}'
ravel dump --tuning --target=c nest.fut
expect_exactly out '{"program":"nest.fut","target":"c","parameters":[]}'
cat >"$work/product.fut" <<'TEXT'
def main [n][m][k] (a: [n][m]f32) (b: [m][k]f32) : [n][k]f32 =
  map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose b)) a
TEXT
ravel dump --tuning --target=opencl product.fut
expect_status 0
expect out '"class":"threshold(threads, !square_4)"'
expect out '"parent":"square_4","when":false'

# A version that is not possible, and what is in the way.
cat >"$work/search.fut" <<'TEXT'
def main [n] (ws: [n]i64) : [n]i64 =
  map (\w ->
    let (xs, _) = loop (xs: []i64, m) = (iota w, 1) while m < 100 do
      let ys = map (\x -> x * 2 + m) xs
      in (xs ++ ys, m + i64.sum ys)
    in i64.sum xs) ws
TEXT
ravel dump --tuning --target=opencl search.fut
expect_status 0
expect out '{"version":"bins","why":"a row that may grow in a loop","span":{"file":"search.fut","line":3,'
expect out '{"version":"block","why":"an array whose size is only known at the point","span":{"file":"search.fut","line":3,'

# Lengths that only a loop knows.
cat >"$work/double.fut" <<'TEXT'
def main (n: i64) : f64 =
  f64.sum (map (\i ->
    let (v, _, _) = loop (v, m, d) = (0f64, 2i64, 1f64) while d > 1e-3 && m < 600 do
      let s = f64.sum (map (\k -> f64.sin (f64.i64 (k * i))) (iota m)) / f64.i64 m
      in (s, m * 2, f64.abs (s - v))
    in v) (iota n))
TEXT
ravel dump --tuning --target=opencl double.fut
expect_status 0
expect out '{"version":"bins","why":"a length that is not known in the beginning","span":{"file":"double.fut","line":4,'

# What a block of threads cannot share: found in the nest, or when places are known; each is told once.
cat >"$work/shared.fut" <<'TEXT'
entry words [n][m] (rounds: i64) (xss: [n][m]i64) : [n][m]i64 =
  map (\xs -> loop xs = copy xs for _i < rounds do
                let counts = scan (\a b -> (a + b) % b) 0 xs
                in map2 (+) (scan (+) 0 counts) xs) xss
TEXT
ravel dump --tuning --target=cuda shared.fut
expect_status 0
expect out '"impossible":[{"version":"block","why":"an operator that may fail, or has loops","span":{"file":"shared.fut","line":3,'
if [ "$(grep -o '"why"' "$work/out" | wc -l)" -eq 1 ]; then pass; else fail "expected one reason"; fi

# Comparisons are logged, and classes have their path, as Futhark has it.
input '[[1f32, 2f32]]'
ravel run --target=multicore -n -L nest.fut
expect_status 0
expect err "Compared nested_1 <= 2: false."
ravel run --target=multicore -n -L --param=nested_1=1 nest.fut
expect err "Compared nested_1 <= 2: true."
ravel run --target=multicore --print-params nest.fut
expect out "nested_1 (threshold(def, ))"

# Killed half-way, and resumed: what was measured is known.
count() {
  find "$XDG_CACHE_HOME/ravel" -name 't-*' 2>/dev/null | wc -l
}
(cd "$work" && exec "$RAVEL" tune -v --target=multicore --max-time=0.1 nest.fut >out 2>err) &
tuning=$!
waited=0
while [ "$(count)" -lt 1 ] && [ "$waited" -lt 600 ] && kill -0 "$tuning" 2>/dev/null; do
  sleep 0.1
  waited=$((waited + 1))
done
kill -9 "$tuning" 2>/dev/null
wait "$tuning" 2>/dev/null
known=$(count)
arguments="tune"
if [ "$known" -ge 1 ]; then pass; else fail "expected some times in the cache"; fi
ravel tune -v --target=multicore --max-time=0.1 nest.fut
expect_status 0
expect err "as measured before"
expect out "nest.fut on multicore"
expect out "untuned      tuned"
if [ "$(grep -c ' µs' "$work/err")" -le 4 ]; then pass; else fail "expected at most 4 runs"; fi
before=$(count)
ravel tune -v --target=multicore --max-time=0.1 nest.fut
expect_status 0
if grep ' µs' "$work/err" | grep -qv "as measured before"; then fail "measured again"; else pass; fi
if [ "$(count)" -eq "$before" ]; then pass; else fail "expected no further entries"; fi
ravel tune -v --fresh --target=multicore --max-time=0.1 nest.fut
if grep -q "as measured before" "$work/err"; then fail "expected new times"; else pass; fi

# Quiet in a pipe.
ravel tune --target=multicore nest.fut
if grep -v "W0009" "$work/err" | grep -q .; then fail "expected nothing but warnings"; else pass; fi

# The file is picked up, the one of a target goes before it, and the command line before both.
rm -f "$work/nest.fut.tuning"
printf 'nested_1=1\nmain.suff_outer_par_0=7\n' >"$work/nest.fut.tuning"
ravel run --target=multicore -n -L nest.fut
expect_status 0
expect err "Compared nested_1 <= 2: true."
if grep -q suff_outer "$work/err"; then fail "expected no note"; else pass; fi
ravel run --target=multicore -n -L --no-tuning nest.fut
expect err "Compared nested_1 <= 2: false."
ravel run --target=multicore -n -L --param=nested_1=3 nest.fut
expect err "Compared nested_1 <= 2: false."
printf 'nested_1=5\n' >"$work/nest.fut.multicore.tuning"
ravel run --target=multicore -n -L nest.fut
expect err "Compared nested_1 <= 2: false."
printf 'nested_1\n' >"$work/nest.fut.multicore.tuning"
ravel run --target=multicore -n nest.fut
expect_status 2
expect err "nest.fut.multicore.tuning:1: \`nested_1\` is not NAME=VALUE"
ravel test --target=multicore nest.fut
expect_status 1
ravel test --target=multicore --no-tuning nest.fut
expect_status 0
ravel bench --target=multicore -r 1 --max-runs=1 nest.fut
expect out "is not NAME=VALUE"
ravel bench --target=multicore -r 1 --max-runs=1 --no-tuning nest.fut
expect_status 0

# What cannot be tuned.
echo 'def main (x: i32) = x' >"$work/none.fut"
ravel tune none.fut
expect_status 2
expect err "error[E0015]: none.fut has no data set to tune for"
printf -- '-- ==\n-- input { 0 }\ndef main (x: i32) = 1 / x\n' >"$work/fails.fut"
ravel tune fails.fut
expect_status 4
expect err "error[E0015]: the data set #1 (0)"
printf -- '-- ==\n-- input { 2 } output { 4 }\ndef main (x: i32) = x\n' >"$work/wrong.fut"
ravel tune wrong.fut
expect_status 4
expect err "wrong results"

summary
