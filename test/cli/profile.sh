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
