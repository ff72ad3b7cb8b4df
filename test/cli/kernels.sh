# The text of kernels: which skeletons they take, and what is said of their parameters. Needs no device.
. test/cli/lib

cat >"$work/prog.fut" <<'FUT'
entry saxpy [n] (a: f32) (xs: [n]f32) (ys: [n]f32) = map2 (\x y -> a * x + y) xs ys
entry sum [n] (xs: [n]f32) = reduce (+) 0 xs
entry sums [n] (xs: [n]f32) = scan (+) 0 xs
entry modulo [n] (m: i32) (xs: [n]i32) = reduce (\a b -> (a + b) % m) 0 xs
entry turn [n] (xs: *[n]f32) (is: [n]i64) = scatter xs is (map f32.i64 is)
entry some [n] (xs: [n]f32) = filter (> 0) xs
entry some_and_sum [n] (xs: [n]f32) = (filter (> 0) xs, f32.sum xs)
FUT

# What is only read is const, and everything is reached through one parameter.
ravel cuda prog.fut --emit=kernels -o out
expect_status 0
expect out "const GLOBAL float *RESTRICT xs_"
expect out "GLOBAL float *RESTRICT mapped_"
# An operator that needs parameters and may fail takes the same skeleton.
expect out "// modulo_kernel_4: the points combined to one value."
expect out "DEVICE modulo_kernel_4_acc modulo_kernel_4_combine(modulo_kernel_4_acc k_a, modulo_kernel_4_acc k_b, STANDARD_PARAMS, "
# A filter gathers in fast memory; with a sum beside it is a scan.
expect out "// some_kernel_6: the values that satisfy a condition, in order, in one pass."
expect out "// some_and_sum_kernel_7: prefixes of the points, in one pass."
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

summary
