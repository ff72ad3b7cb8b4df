# ravel profile: a page with the lines that take the time.
. test/cli/lib
if ! command -v "${CC:-cc}" >/dev/null || ! command -v addr2line >/dev/null; then
  echo "0 passed, 0 failed"
  exit 0
fi
TMPDIR=$work/tmp
export TMPDIR
mkdir "$TMPDIR"

cat >"$work/prog.fut" <<'TEXT'
entry main (n: i64) : f64 =
  let xs = map (\i -> f64.i64 i + 1) (iota n)
  let ys = map (\x -> f64.sin (f64.exp (f64.cos (f64.log x)))) xs
  in f64.sum ys
TEXT

# hottest: the line with most samples, from the data in the page.
hottest() {
  sed -n 's/.*"samples":\[\(.*\)\],"files".*/\1/p' "$work/$1" | tr -d '[' | sed 's/\],*/\n/g' |
    awk -F, 'NF == 3 { count[$3]++ } END { for (line in count) if (count[line] > most) { most = count[line]; best = line } print best }'
}

for target in c multicore; do
  ravel profile --target=$target prog.fut 300000
  expect_status 0
  expect_exactly out "wrote prog.html"
  expect_empty err
  if [ "$(hottest prog.html)" = 3 ]; then pass; else fail "expected line 3 to be the hottest on $target, not $(hottest prog.html)"; fi
  for text in '"target":"'$target'"' '"program":"prog.fut"' 'Time by source line' 'f64.sin (f64.exp'; do
    if grep -qF "$text" "$work/prog.html"; then pass; else fail "expected in the page: $text"; fi
  done
  if grep -qE '(src|href)=' "$work/prog.html"; then fail "the page refers to other files"; else pass; fi
done
if [ -z "$(ls -A "$TMPDIR")" ]; then pass; else fail "temporary files stay"; fi

# On a device the first run compiles the kernels; there is another one, which counts.
ravel profile --target=opencl -o device.html prog.fut 1000
if [ "$status" -ne 3 ] && ! grep -q 'CL/cl.h' "$work/err"; then
  expect_status 0
  runs=$(sed -n 's/.*"runs":\[\(\[[^"]*\)\],"memory".*/\1/p' "$work/device.html" | tr -cd '[' | wc -c)
  if [ "$runs" -ge 2 ]; then pass; else fail "expected a second run on the device, not $runs"; fi
fi

# A call that is much shorter than the time between samples: there are many in a run, and samples. Of a NESL program, a
# run is all of its forms and what they bind, which is not computed but once otherwise.
if command -v python3 >/dev/null; then
  cat >"$work/short.fut" <<'TEXT'
entry other (n: i64) : i64 = n
entry main (n: i64) : i64 = i64.sum (map (\i -> i * i % 7) (iota n))
TEXT
  cat >"$work/bound.nesl" <<'TEXT'
squares = {i * i : i in [0:100000]};
total = sum(squares);
total + 1;
TEXT
  for arguments in "short.fut -e main 30 --target=c" "bound.nesl --target=c"; do
    # shellcheck disable=SC2086 # several words
    ravel profile $arguments -o many.html
    expect_status 0
    found=$(python3 - "$work/many.html" <<'PYTHON'
import json, re, sys
data = json.loads(re.search(r"const data = (\{.*?\});\n", open(sys.argv[1]).read(), re.S).group(1))
runs, calls = data["runs"], sum(run[2] for run in data["runs"])
mean = sum(run[1] - run[0] for run in runs) / calls
spent = sum(run[1] - run[0] for run in runs)
is_short = data["program"] == "short.fut"
print("program " + data["program"] + data["arguments"] + ":",
      calls > 1000 and mean < 100000 if is_short else mean > 10000, spent > 5e8, len(data["samples"]) > 10,
      any(runs[0][0] <= moment[0] <= runs[0][1] for moment in data["memory"]))
PYTHON
    )
    case $found in
    "program short.fut --entry-point=main 30: True True True True" | "program bound.nesl: True True True True") pass ;;
    *) fail "runs, samples, memory: $found" ;;
    esac
  done
fi

# The operations on floats and the bytes of a run, on all lines together: worked NAME OPERATIONS [BYTES].
worked() {
  found=$(python3 - "$work/$1" <<'PYTHON'
import json, re, sys
data = json.loads(re.search(r"const data = (\{.*?\});\n", open(sys.argv[1]).read(), re.S).group(1))
runs = sum(run[2] for run in data["runs"])
print(sum(w["ops"] for w in data["works"]) / runs, sum(w["bytes"] for w in data["works"]) / runs)
PYTHON
  )
  if [ "${found% *}" = "$2.0" ] && { [ $# -lt 3 ] || [ "${found#* }" = "$3.0" ]; }; then
    pass
  else
    fail "$1: expected $2 operations and ${3:-some} bytes, not $found"
  fi
}

# Two operations each in a loop over an array; a triangle, whose rounds depend on the row; a loop
# until something happens; a product of matrices; two arms, of which the longer one counts; a scan.
cat >"$work/counts.fut" <<'TEXT'
entry axpy [n] (a: f64) (xs: [n]f64) (ys: [n]f64) : [n]f64 = map2 (\x y -> a * x + y) xs ys
entry triangle (n: i64) : [n]f32 =
  tabulate n (\i -> loop x = 1f32 for _j < i do x * 0.5f32 + 1)
entry halves (n: i64) : [n]i32 =
  tabulate n (\i -> (loop (x, k) = (f64.i64 (1 << i), 0i32) while x >= 1 do (x / 2, k + 1)).1)
entry product [n] (a: [n][n]f64) : [n][n]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose a)) a
entry arms (n: i64) : [n]f64 =
  tabulate n (\i -> let x = f64.i64 i in if i % 2 == 0 then x * x * x * x else x + 1)
entry sums [n] (xs: [n]f64) : [n]f64 = scan (+) 0 xs
TEXT
python3 -c 'print([[float(i * j % 5) for j in range(64)] for i in range(64)])' >"$work/square.txt" 2>/dev/null
if command -v python3 >/dev/null; then
  for target in c multicore opencl; do
    ravel profile --target=$target counts.fut -e axpy --runs=2 2.0 '[1.0, 2.0, 3.0]' '[4.0, 5.0, 6.0]' -o axpy.html
    if [ "$status" -eq 3 ] || grep -q 'CL/cl.h' "$work/err"; then continue; fi
    expect_status 0
    # A kernel is launched with its arrays; loads and stores are counted on a CPU only.
    if [ $target = opencl ]; then worked axpy.html 6; else worked axpy.html 6 72; fi
    if [ $target != opencl ]; then
      ravel profile --target=$target counts.fut -e triangle --runs=1 100 -o triangle.html
      worked triangle.html 9900
    fi
    ravel profile --target=$target counts.fut -e halves --runs=1 40 -o halves.html
    worked halves.html 820
    ravel profile --target=$target counts.fut -e product --runs=1 square.txt -o product.html
    worked product.html 524288
    for text in '"f64_rate":' '"fast":' 'Roofline'; do
      if grep -qF "$text" "$work/product.html"; then pass; else fail "expected in the page: $text"; fi
    done
  done
  ravel profile --target=c counts.fut -e arms --runs=1 100 -o arms.html
  worked arms.html 300 800
  ravel profile --target=c counts.fut -e sums --runs=1 '[1.0, 2.0, 3.0, 4.0]' -o sums.html
  worked sums.html 4 64
fi

# What the source says cannot end the script of the page.
printf -- '-- </script><b>\nentry main (n: i64) = n\n' >"$work/tag.fut"
ravel profile tag.fut 1 -o page.html
expect_status 0
if grep -qF '</script><b>' "$work/page.html"; then fail "text of the program is part of the page"; else pass; fi

# A program that acts runs once.
printf 'print_line("once");\n' >"$work/acts.nesl"
ravel profile acts.nesl
expect_status 0
if [ "$(grep -c once "$work/out")" = 1 ]; then pass; else fail "expected one run"; fi

# Failures leave no page.
ravel profile prog.fut --target=c -o none.html x
expect_status 4
expect err "argument 1 of 1 (n: i64): expected i64, found x"
if [ -e "$work/none.html" ]; then fail "a page was written"; else pass; fi
echo 'entry main (n: i64) = 1 / n' >"$work/fails.fut"
ravel profile fails.fut 0
expect_status 4
expect err "division by zero"
if [ -e "$work/fails.html" ]; then fail "a page was written"; else pass; fi
ravel profile prog.fut -o prog.fut 3
expect_status 2
expect err "prog.fut"
ravel profile --interpret prog.fut 3
expect_status 2
expect err "what is interpreted has no profile"
ADDR2LINE=nothing ravel profile prog.fut 300000
expect_status 2
expect err "error[E0018]: addr2line, which finds the source lines, cannot be run"
CC=nothing ravel profile prog.fut 3
expect_status 2
expect err "error[E0018]: there is no C compiler nothing"
summary
