# Histograms as kernels: how blocks combine in fast memory.
. test/cli/lib

cat >"$work/hist.fut" <<'END'
entry count [n] (k: i64) (is: [n]i64) = hist (+) 0i32 k is (map (const 1i32) is)
entry sums [n] (k: i64) (is: [n]i64) (xs: [n]f64) = hist (+) 0 k is xs
entry most [n] (k: i64) (is: [n]i64) (xs: [n]i32) = hist i32.max i32.lowest k is xs
entry both [n] (k: i64) (is: [n]i64) (xs: [n]i64) =
  hist (\(a, b) (c, d) -> (a + c, i64.max b d)) (0, 0) k is (zip xs is)
entry rows [n][m] (k: i64) (is: [n]i64) (xs: [n][m]f32) = hist (map2 (+)) (replicate m 0) k is xs
END
ravel cuda --emit=kernels hist.fut
expect_status 0
expect out "  local_add_i32((LOCAL int32_t *)to, value.v0);"
expect out "  local_add_f64((LOCAL double *)to, value.v0);"
expect out "// count_kernel_3: histogram in device memory (combine add)"
# Neighbours are loaded at once where arrays begin at multiples of 16 bytes.
expect out "#define count_kernel_2_IS_WIDE (true && IS_ALIGNED(is_"
# A constant is known to the compiler of kernels, whatever the bin.
expect out "  acc_v0 = 1;"
# The greatest number has an operation in device memory; two numbers need a lock.
expect out "atomic_smax_i32("
expect out "LOCK_BEGIN("
# Rows that are combined by their elements are a histogram of these.
expect out "// rows_kernel_19: histogram (combine add)"

# Of each row one: the parts of points and bins belong together, and the bins are made where the result is.
cat >"$work/parts.fut" <<'END'
entry parts [n][m] (is: [n][m]i64) = map (\r -> hist (+) 0i32 64 r (map (const 1i32) r)) is
END
ravel cuda --emit=imp parts.fut
expect_status 0
expect out " in n.1](m."
if grep -q "^  copy " "$work/out"; then fail "the result is copied"; else pass; fi

summary
