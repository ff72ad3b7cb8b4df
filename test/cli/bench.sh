# ravel bench: data sets, their results, files of times, and what changed.
. test/cli/lib
if ! command -v "${CC:-cc}" >/dev/null; then
  echo "0 passed, 0 failed"
  exit 0
fi
CFLAGS=-O0
TMPDIR=$work/tmp
export CFLAGS TMPDIR
mkdir "$TMPDIR" "$work/sub"

cat >"$work/sub/prog.fut" <<'TEXT'
-- ==
-- entry: main
-- "by name" random input { [100000]f64 [100000]f64 }
-- input { [1.0,2.0]
--         [3.0, 4.0] } output { 11.0 }
-- nobench input { [1.0,2.0] [3.0, 4.0] } output { 12.0 }
-- input { [1.0,2.0] [3.0] } error: .
-- ==
-- entry: other
-- input { 3i64 } output { 3i64 }
-- input @ four.in output @ four.out
-- script input { let n = other 41 in n } output { 41i64 }
entry main [n] (xs: [n]f64) (ys: [n]f64) : f64 = f64.sum (map2 (*) xs ys)
entry other (n: i64) : i64 = n
TEXT
echo 4 >"$work/sub/four.in"
echo 4i64 >"$work/sub/four.out"

ravel bench --target=c --max-time=0.5 --json=a.json sub/prog.fut
expect_status 0
expect_empty err
expect out "sub/prog.fut on c"
expect out "by name "
expect out "#2 ([1.0,2.0] [3.0, 4.0])"
expect out "#3 (3i64)"
expect out "four.in "
if grep -qF -e "12.0" -e "[3.0])" "$work/out"; then fail "this is no data set"; else pass; fi
if [ -z "$(ls -A "$TMPDIR")" ]; then pass; else fail "temporary files stay"; fi
cp "$work/a.json" "$work/json"
arguments="bench --json"
for text in '"sub/prog.fut":{"datasets":{' '"by name":{"runtimes":[' '"sub/prog.fut:other":{"datasets":{' '"four.in":'; do
  if grep -qF "$text" "$work/json"; then pass; else fail "expected in the file of results: $text"; fi
done

# A folder, one entry point, a number of runs, two targets.
ravel bench --target=c,multicore -e other --runs=3 --max-runs=3 --num-threads=2 --json=b.json sub
expect_status 0
expect out "sub/prog.fut on multicore"
if grep -q '^  four.in .* 3$' "$work/out"; then pass; else fail "expected 3 runs"; fi
if grep -qF "by name" "$work/out"; then fail "another entry point"; else pass; fi
if grep -qF '"sub/prog.fut:other on multicore":' "$work/b.json"; then pass; else fail "expected the target"; fi

# Comparison: with times written by hand, all is known.
cat >"$work/old.json" <<'TEXT'
{"p.fut": {"datasets": {"a": {"runtimes": [200, 202, 198]}, "b": {"runtimes": [100, 101, 99]},
  "c": {"runtimes": [100, 120, 80]}, "d": {"runtimes": [5]}, "e": "it broke"}}}
TEXT
cat >"$work/new.json" <<'TEXT'
{"p.fut": {"datasets": {"a": {"runtimes": [100, 101, 99]}, "b": {"runtimes": [250, 250, 250]},
  "c": {"runtimes": [101, 119, 83]}, "e": {"runtimes": [1, 2]}, "f": {"runtimes": [1]}}}}
TEXT
ravel bench --compare old.json new.json
expect_status 0
expect out "2.00x faster"
expect out "2.50x slower"
expect out "no difference"
expect out "failed before"
expect out "new"
expect out "gone: p.fut, d"
ravel bench --compare=a.json --target=c -e other -r 2 --max-runs=2 sub/prog.fut
expect_status 0
expect out "change"

# Files that are no results.
for text in '' '[]' '{"p": 1}' '{"p": {"datasets": {"a": {"runtimes": []}}}}' '{"p": {"datasets": {"a": {"runtimes": ["x"]}}}}' \
  '{"p": {"datasets": {"a": {}}}}' '{"p"' '{"p": {"datasets": {"a": {"runtimes": [-1]}}}}'; do
  printf '%s' "$text" >"$work/bad.json"
  ravel bench --compare bad.json new.json
  expect_status 2
  expect err "error[E0016]"
done
ravel bench --compare missing.json new.json
expect_status 2
expect err "error[E0001]"

# What fails is said, the rest is measured, and the file of results knows.
cat >"$work/bad.fut" <<'TEXT'
-- ==
-- input { 1i64 } output { 2i64 }
-- input { 2i64 } output { 2i64 }
-- input { 0i64 }
-- input { 2.5 }
-- input @ missing.in
-- random input { i64 i64 }
entry main (n: i64) : i64 = n / n * n
TEXT
ravel bench --target=c -r 2 --json=bad.json bad.fut
expect_status 1
expect out "FAILED: wrong results: result 1: expected 2i64, got 1i64"
expect out "ivision by zero"
expect out "line 5, column 12"
expect out "cannot read missing.in"
expect out "expects 1 value"
if grep -q '^  #2 (2i64) .* [un]s' "$work/out"; then pass; else fail "expected a time"; fi
if grep -qF '"#1 (1i64)":"wrong results' "$work/bad.json"; then pass; else fail "expected the reason in the file"; fi

# An endless program is ended.
cat >"$work/endless.fut" <<'TEXT'
-- ==
-- input { 1i64 }
entry main (n: i64) : i64 = loop m = n while m > 0 do m % 7 + 1
TEXT
ravel bench --target=c --timeout=1 endless.fut
expect_status 1
expect out "it took longer than 1 seconds of processor time"

# Nothing to measure, and wrong use.
echo 'entry main (n: i64) = n' >"$work/none.fut"
ravel bench none.fut
expect_status 2
expect err "error[E0015]"
ravel bench sub/prog.fut -e nothing
expect_status 2
expect err "error[E0015]"
ravel bench missing.fut
expect_status 1
ravel bench --target=abacus sub/prog.fut
expect_status 2
expect err "unknown target abacus"
ravel bench --runs=0 sub/prog.fut
expect_status 2
ravel bench
expect_status 2
printf -- '-- ==\n-- input { 1 }\nentry main (n: i64) = x\n' >"$work/wrong.fut"
ravel bench wrong.fut
expect_status 1
expect err "error[E1"
cp "$folder/test/core/par_space_skip.core" "$work/par_space_skip.core"
ravel bench par_space_skip.core
expect_status 3
expect err "cannot be compiled yet"

# An interruption ends the program and leaves nothing.
(cd "$work" && exec "$RAVEL" bench --target=c endless.fut >out 2>err) &
process=$!
tries=0
while ! ls "$TMPDIR"/.ravel-*/input >/dev/null 2>&1 && [ "$tries" -lt 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
sleep 0.3
kill -TERM "$process"
wait "$process" 2>/dev/null
tries=0
arguments="bench, interrupted"
while [ -n "$(ls -A "$TMPDIR")" ] && [ "$tries" -lt 50 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
if [ "$tries" -lt 50 ]; then pass; else fail "temporary files stay"; fi

# Pictures: a bar for each data set, also of what was before; other formats are refused before anything runs.
ravel bench --compare=old.json --plot=plot.svg new.json
expect_status 0
arguments="bench --plot"
for text in '<svg ' '>p.fut<' 'class="before"' 'class="whisker"' 'class="quiet scale"' 'faster' 'no difference' '</svg>'; do
  if grep -qF "$text" "$work/plot.svg"; then pass; else fail "expected in the picture: $text"; fi
done
ravel bench --compare=old.json --plot=plot.html new.json
if grep -qF "<!doctype html>" "$work/plot.html"; then pass; else fail "expected a page"; fi
if grep -qF "max-width:100%" "$work/plot.html"; then pass; else fail "expected a page for narrow windows, too"; fi
ravel bench --target=c --plot=plot.png sub/prog.fut
expect_status 2
expect err "--plot draws .svg and .html, and not plot.png"
if [ -e "$work/plot.png" ]; then fail "something was written"; else pass; fi

# A call of some nanoseconds is measured in batches, and has a time.
ravel bench --target=c -e other -r 3 --max-runs=3 --json=short.json sub/prog.fut
expect_status 0
if grep -Eq '"runtimes":\[[0-9]\.[0-9]+' "$work/short.json"; then pass; else fail "expected parts of microseconds"; fi

summary
