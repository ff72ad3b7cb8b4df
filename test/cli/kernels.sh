# The text of kernels: which skeletons they take, and what is said of their parameters. Needs no device.
. test/cli/lib

cat >"$work/prog.fut" <<'FUT'
entry saxpy [n] (a: f32) (xs: [n]f32) (ys: [n]f32) = map2 (\x y -> a * x + y) xs ys
entry sum [n] (xs: [n]f32) = reduce (+) 0 xs
entry sums [n] (xs: [n]f32) = scan (+) 0 xs
entry modulo [n] (m: i32) (xs: [n]i32) = reduce (\a b -> (a + b) % m) 0 xs
entry turn [n] (xs: *[n]f32) (is: [n]i64) = scatter xs is (map f32.i64 is)
entry some [n] (xs: [n]f32) = filter (> 0) xs
entry sum_of_sums [n] (xs: [n]f32) = f32.product (scan f32.max f32.lowest xs)
entry parts [n] (xs: [n]f32) = partition (> 0) xs
entry some_and_sum [n] (xs: [n]f32) = (filter (> 0) xs, f32.sum xs)
entry long [n] (xs: [n]f64) = f64.sum (map (\x -> (loop y = x for _i < 30 do f64.exp (f64.log y))) xs)
FUT

# What is only read is const, and everything is reached through one parameter.
ravel cuda prog.fut --emit=kernels -o out
expect_status 0
expect out "const GLOBAL float *RESTRICT xs_"
expect out "GLOBAL float *RESTRICT mapped_"
# An operator that needs parameters and may fail takes the same skeleton.
expect out "// modulo_kernel_4: the points combined to one value."
expect out "DEVICE modulo_kernel_4_acc modulo_kernel_4_combine(modulo_kernel_4_acc k_a, modulo_kernel_4_acc k_b, modulo_kernel_4_PARAMS) {"
# A filter gathers in fast memory; with a sum beside it is a scan.
expect out "// some_kernel_6: the values that satisfy a condition, in order, in one pass. Needs"
# What accumulates prefixes is a kernel of its own.
expect out "// sum_of_sums_kernel_7: prefixes of the points, in one pass."
expect out "// sum_of_sums_kernel_8: the points combined to one value."
expect out "// some_and_sum_kernel_11: prefixes of the points, in one pass."
expect out "// parts_kernel_9: the points combined to one value."
expect out "// parts_kernel_10: the values in 2 classes, each in order, in one pass."
# A long point is alone in its thread, which has at most half of the registers that a thread can have.
expect out "KERNEL void LIMITS(256, 2) long_kernel_12("
# What is decided when a kernel is made is not left to the preprocessor.
if grep -q "^#\(if\|elif\) [0-9!]" "$work/out"; then fail "an alternative is left"; else pass; fi
# Blocks take tiles by a ticket, never by their number.
expect out "tile_taken = fetch_add(ticket, 1) - base"
# No kernel returns early.
if grep -q "has_failed(failure, launch)) return" "$work/out"; then fail "a kernel returns early"; else pass; fi
# OpenCL has the same skeletons, with fewer items.
cp "$work/out" "$work/cuda"
ravel opencl prog.fut --emit=kernels -o out
expect_status 0
expect out "// sums_kernel_3: prefixes of the points, in one pass."
if grep -q "^#define PLAIN" "$work/cuda" "$work/out"; then fail "PLAIN is not asked for"; else pass; fi
ravel cuda prog.fut --plain-kernels --emit=kernels -o out
expect_status 0
expect out "#define PLAIN"
expect out "KERNEL void LIMITS(64, 1) sums_kernel_3("

# A scalar that only kernels need stays on the device: no launch of the loop waits for results.
cp "$folder/test/run/device_scalars.fut" "$work/scalars.fut"
ravel opencl scalars.fut --skip=blocks --library -o scalars
expect_status 0
grep "if ((error = gpu_launch(" "$work/scalars.c" >"$work/out"
for kernel in 0 1 2 3 4 5; do
  if grep -q "gpu_launch(ctx, $kernel, .* NULL, 0))" "$work/out"; then pass; else fail "kernel $kernel is waited for"; fi
done
expect out "results_"

# Elements that go from array to array do not go through the host, and loops over elements are one thread's.
cp "$folder/test/run/host_scalars.fut" "$work/elements.fut"
ravel opencl elements.fut --library -o elements
expect_status 0
for entry in ends swaps fibs used; do
  sed -n "/^PIECE int fun_$entry(.*{\$/,/^}/p" "$work/elements.c" >"$work/out"
  if grep -q gpu_launch "$work/out" && ! grep -q -e "gpu_read(" -e "gpu_write(" -e ", results_" "$work/out"; then pass; else fail "$entry waits for the device"; fi
done

# What several kernels and reads leave for the host is fetched at once, by as few waits as there are steps that need something.
cp "$folder/test/run/late_results.fut" "$work/late.fut"
ravel opencl late.fut --skip=blocks --library -o late
expect_status 0
for entry in sums:1 elements:1 updates:1 halving:1 failures:1 chain:2 many:2; do
  sed -n "/^PIECE int fun_${entry%:*}(.*{\$/,/^}/p" "$work/late.c" >"$work/out"
  waits=$(grep -c -e "gpu_results(" -e "gpu_read(" -e "gpu_launch(.*, results_" "$work/out")
  if [ "$waits" -eq "${entry#*:}" ]; then pass; else fail "${entry%:*} waits $waits times"; fi
done

# Only kernels that find elements by what they load look whether one before them has failed.
ravel opencl prog.fut --library -o prog
expect_status 0
grep -e "{.name = " -e "is_harmless" "$work/prog.c" | tr -d '\n' | sed 's/{.name/\n&/g' >"$work/out"
for kernel in saxpy_kernel_1 sum_kernel_2 some_kernel_6; do
  if grep -q "$kernel.*is_harmless = true" "$work/out"; then pass; else fail "$kernel does harm"; fi
done
if grep -q "turn_kernel_5.*is_harmless = false" "$work/out"; then pass; else fail "turn_kernel_5 does no harm"; fi

# As many kernels are launched as fusion has left pars.
cat >"$work/fused.fut" <<'FUT'
entry norm2 [n] (xs: [n]f64) = let s = f64.sqrt (f64.sum (map (\x -> x * x) xs)) in map (/ s) xs
entry many [n] (xs: [n]i64) = (i64.sum (map (+ 1) xs), i64.maximum xs, scan (+) 0 (map (* 2) xs), filter (> 3) xs)
FUT
for entry in norm2 many; do
  grep "entry $entry" "$work/fused.fut" >"$work/one.fut"
  ravel dump --after=flatten one.fut
  pars=$(grep -c "par@grid" "$work/out")
  ravel cuda one.fut --emit=kernels -o out
  kernels=$(grep "^KERNEL void" "$work/out" | grep -c "[)] $entry")
  if [ "$pars" -gt 0 ] && [ "$pars" -eq "$kernels" ]; then pass; else fail "$pars pars, $kernels kernels of $entry"; fi
done

# Down the columns of a matrix: one kernel, which stores them as they were, or by rows.
cat >"$work/columns.fut" <<'FUT'
entry down [n][m] (xss: [n][m]f32) = transpose (map (scan (+) 0) (transpose xss))
entry turned [n][m] (xss: [n][m]f32) = map (scan (+) 0) (transpose xss)
entry around [n][m] (xss: [n][m]f32) = map2 (map2 (+)) (rotate 1 xss) (map (rotate (-1)) xss)
FUT
ravel cuda columns.fut --emit=kernels -o out
expect_status 0
expect out "// down_kernel_1: prefixes within each segment of a regular space"
expect out "// turned_kernel_2: prefixes within each segment of a regular space"
ravel cuda columns.fut --emit=imp -o out
if grep -q "^ *copy " "$work/out"; then fail "columns are copied"; else pass; fi
if [ "$(grep -c "^ *launch " "$work/out")" -eq 3 ]; then pass; else fail "there are other kernels"; fi

# Each kernel says what it is, what it makes, and where in the source it is from; one that several constructs share names all.
cat >"$work/where.fut" <<'FUT'
entry dot [n] (xs: [n]f32) (ys: [n]f32) =
  f32.sum (map2 (*) xs ys)
entry again [n] (xs: [n]f32) (ys: [n]f32) = f32.sum (map2 (*) xs ys)
entry many [n] (xs: [n]i64) = (i64.sum xs, i64.maximum xs, scan (+) 0 xs, i64.sum (map (+ 1) xs))
entry rows [n][m] (a: [n][m]f32) = map (map (+ 1)) a
FUT
for target in cuda opencl; do
  ravel $target where.fut --emit=kernels -o out
  expect_status 0
  expect out "// dot_kernel_1: reduction (reduce add), where.fut:2:3-26"
  expect out "// Also again_kernel_2: reduction (reduce add), where.fut:3:45-68"
  expect out "// many_kernel_3: scan (reduce add, reduce smax, scan add), where.fut:4:"
  expect out "// rows_kernel_4: map, where.fut:5:36-52"
  # What is compiled does not change with its place: drivers keep what they have built by its text.
  ravel $target where.fut --library -o where
  if grep -q "// dot_kernel_1: reduction" "$work/where.c"; then fail "a position is compiled"; else pass; fi
done

# No kernel has functions that nobody calls. Names in comments are none.
cp "$folder/test/programs/gpu_kernels.fut" "$work/all.fut"
for target in cuda opencl; do
  ravel $target all.fut --emit=kernels -o all
  expect_status 0
  sed 's://.*::' "$work/all" | awk '
    /^DEVICE .*_kernel_[0-9]+_/ { split($0, parts, "("); count = split(parts[1], words, /[ *]/); defined[words[count]]++ }
    { while (match($0, /[A-Za-z_][A-Za-z_0-9]*/)) { used[substr($0, RSTART, RLENGTH)]++; $0 = substr($0, RSTART + RLENGTH) } }
    END { for (name in defined) { total++; if (used[name] <= defined[name]) print name } if (total < 100) print "few functions" }' >"$work/unused"
  if [ -s "$work/unused" ]; then fail "unused: $(head -n 1 "$work/unused")"; else pass; fi
  # Nor constants of the skeleton that say nothing.
  sed -e '1,/^\/\/ ---- [a-z_]*_kernel_/d' -e 's://.*::' "$work/all" >"$work/code"
  for leftover in '[])a-zA-Z0-9_] [*/%] 1[^0-9a-zA-Z._]' '[(,] *[0-9][0-9]* ? ' ' = [0-9][0-9]* ? '; do
    if grep -m 1 -e "$leftover" "$work/code"; then fail "left over: $leftover"; else pass; fi
  done
  if grep -q -e "takes 1 points" -e "^//.* ([01])[ .]" -e "^//.* ([01], [01])" "$work/all"; then fail "a comment with a hole"; else pass; fi
  # Nor conditions that nothing is under.
  if awk '/^#endif/ && before ~ /^#if/ { found = 1 } NF { before = $0 } END { exit !found }' "$work/all"; then fail "an empty condition"; else pass; fi
done

# Texts of numbers, and objects in files, are a few kernels.
few() {
  printf '%s\n' "$2" >"$work/few.nesl"
  ravel opt --target=opencl few.nesl
  expect_status 0
  pars=$(grep -c "par@grid" "$work/out")
  if [ "$pars" -le "$1" ]; then pass; else fail "$2 has $pars pars, not $1"; fi
}
few 10 '@[1.5, 2.5];'
few 10 'exp_string([1.5, 2.5]);'
few 31 '@[[1], [2, 3]];'
few 6 'write_object_to_file([(1, "a", 2.5)], "made"); read_object_from_file([(0, "", 0.0)], "made");'
# A block of threads waits only where a value crosses from one to another: behind what is made before the rounds, and in
# a round behind what reads and behind what writes.
cat >"$work/team.fut" <<'FUT'
entry main [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  map (\x ->
    let a = map (\j -> x[(j * 7) % m] + 1) (iota m)
    let b = map (\j -> x[(j * 5) % m] * 2) (iota m)
    let c = loop c = a for k < 8 do
      let d = map (\j -> c[m - 1 - j] + b[(j + k) % m]) (iota m)
      in scatter c (map (\j -> (j * 3) % m) (iota m)) d
    in map (\j -> c[(j + 1) % m]) (iota m)) xs
FUT
ravel cuda team.fut --emit=imp -o out
expect_status 0
if [ "$(grep -c '^ *barrier plain$' "$work/out")" = 3 ]; then pass; else fail "barriers that nothing needs, or too few"; fi
# There are gaps in a matrix whose columns are read, and none where threads side by side read neighbours.
if grep -q "ashr" "$work/out"; then fail "gaps that nothing needs"; else pass; fi
cat >"$work/gaps.fut" <<'FUT'
entry main [n] (xs: [n][64]i32) : [n][64]i32 =
  map (\x ->
    let a = tabulate_2d 64 64 (\i j -> x[i] * x[j])
    let s = scan (+) 0 (map (\i -> a[i, 0]) (iota 64))
    in map2 (\i y -> a[63 - i, 5] + y) (iota 64) s) xs
FUT
ravel cuda gaps.fut --emit=imp -o out
expect_status 0
expect out "ashr("

# A long copy is not written out: compiling it would take seconds.
copies='entry main [n] (xss: [n][SIZE]i64) (k: i64) =
  map (\xs -> loop ys = copy xs for i < k do ys with [ys[i % SIZE] % SIZE] = ys[(i + 1) % SIZE] + 1) xss'
for size in 32 500; do
  echo "$copies" | sed "s/SIZE/$size/g" >"$work/copies$size.fut"
  ravel cuda copies$size.fut --emit=imp -o out
  expect_status 0
  if grep -q "for unrolled k.*from 0 to $size" "$work/out"; then echo $size; fi >"$work/unrolled$size"
done
if [ -s "$work/unrolled32" ]; then pass; else fail "a short copy is a loop"; fi
if [ -s "$work/unrolled500" ]; then fail "a long copy is written out"; else pass; fi

summary
