# Programs of bench/apl and the same in Futhark become the same pars, and the same kernels for a device. Needs none.
. test/cli/lib

# shape NAME.EXT: how many pars are left, how each runs on a device, and how many kernels that takes.
shape() {
  ravel opt "$folder/bench/apl/$1"
  grep -c ' = par' "$work/out"
  ravel opt --target=cuda "$folder/bench/apl/$1"
  sed -n 's/.* = par@\([a-z]*\) .* by \(.*\) {$/\1 \2/p' "$work/out" | sed 's/is_enough\.[0-9]*/enough/g'
  ravel cuda --emit=kernels "$folder/bench/apl/$1"
  grep -c '^KERNEL' "$work/out"
}

for name in signal primes easter black_scholes sobol_pi life hotspot pricer mandelbrot matmul; do
  shape $name.apl >"$work/apl"
  shape $name.fut >"$work/fut"
  expect_status 0
  if cmp -s "$work/apl" "$work/fut"; then
    pass
  else
    fail "$name in APL and in Futhark differ: $(diff "$work/apl" "$work/fut")"
  fi
done

# One kernel runs each of these.
for name in signal easter black_scholes pricer; do
  ravel cuda --emit=kernels "$folder/bench/apl/$name.apl"
  if [ "$(grep -c '^KERNEL' "$work/out")" = 1 ]; then pass; else fail "$name needs one kernel"; fi
done

# The small arrays of a point are on the stack, also where one takes the place of another of another type.
ravel c --emit=imp "$folder/bench/apl/pricer.apl"
if grep -q "^ *alloc" "$work/out"; then fail "pricer allocates: $(grep "^ *alloc" "$work/out")"; else pass; fi

summary
