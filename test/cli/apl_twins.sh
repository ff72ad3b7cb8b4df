# Programs of bench/apl and the same in Futhark become the same pars, the same kernels for a device, and about as many
# operations in them. Needs none.
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

# operations: how many the kernels have that `shape` has left, the program's and those of what runs it.
operations() {
  sed -n '/^\/\/ run_kernel_1: /,$p' "$work/out" | grep -v -e '^ *//' -e '^#' |
    grep -oE '\b[a-z0-9]+_[fi][0-9]+(_[fi][0-9]+)?\(| ([-+*/^&?<>]|[<>=!]=|&&|\|\|) ' | wc -l
}

for name in signal primes easter black_scholes sobol_pi life hotspot pricer basket mandelbrot matmul; do
  shape $name.apl >"$work/apl"
  ours=$(operations)
  shape $name.fut >"$work/fut"
  twins=$(operations)
  expect_status 0
  if cmp -s "$work/apl" "$work/fut"; then
    pass
  else
    fail "$name in APL and in Futhark differ: $(diff "$work/apl" "$work/fut")"
  fi
  # Some of the programs associate otherwise, and `sobol_pi`, `pricer` and `basket` cut numbers to 32 bits.
  if [ "$ours" -gt 0 ] && [ $((ours * 100)) -le $((twins * 108)) ]; then
    pass
  else
    fail "the kernels of $name have $ours operations in APL and $twins in Futhark"
  fi
done

# The bits of a point are taken in 32 bits, by a counter that has no more, so that C compilers make vectors of the points.
ravel c --emit=imp "$folder/bench/apl/sobol_pi.apl"
expect out "i32 from 0i32 to 30i32 reduce xor"
if sed -n '/reduce xor/,/^    }/p' "$work/out" | grep -q 'let [^ ]*: i64'; then
  fail "sobol_pi computes with 64 bits"
else
  pass
fi

# One kernel runs each of these.
for name in signal easter black_scholes pricer basket; do
  ravel cuda --emit=kernels "$folder/bench/apl/$name.apl"
  if [ "$(grep -c '^KERNEL' "$work/out")" = 1 ]; then pass; else fail "$name needs one kernel"; fi
done

# The small arrays of a point are on the stack, also where one takes the place of another of another type.
ravel c --emit=imp "$folder/bench/apl/pricer.apl"
if grep -q "^ *alloc" "$work/out"; then fail "pricer allocates: $(grep "^ *alloc" "$work/out")"; else pass; fi

# So are those of a point of `basket`; the direction numbers, which all points share, are not.
ravel c --emit=imp "$folder/bench/apl/basket.apl"
expect out "  alloc "
if grep -q "^    *alloc" "$work/out"; then fail "a point of basket allocates"; else pass; fi

summary
