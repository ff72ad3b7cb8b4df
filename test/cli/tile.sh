# Matrix-shaped reductions as kernels: which skeleton they take, and what it loads.
. test/cli/lib

cat >"$work/product.fut" <<'END'
entry main [n][m][p] (a: [n][p]f32) (b: [p][m]f32): [n][m]f32 =
  map (\row -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose b)) a
END
ravel cuda --emit=kernels product.fut
expect_status 0
expect out "_do_load_a(STANDARD_PARAMS"
expect out "k_b->v0 = "
expect out "acc_v0 + a_v0 * b_v0"

# Each operand is made of values that one index does not matter for; here one is not.
cat >"$work/other.fut" <<'END'
entry main [n][m][p] (a: [n][p]f32) (b: [n][p][m]f32): [n][m]f32 =
  map2 (\row c -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose c)) a b
END
ravel cuda --emit=kernels other.fut
expect_status 0
if grep -q "do_load_a" "$work/out"; then fail "expected no tile"; else pass; fi

# All points reduce the same values: those come through fast memory.
cat >"$work/bodies.fut" <<'END'
entry main [n] (xs: [n]f32): [n]f32 = map (\x -> f32.sum (map (\y -> f32.abs (x - y)) xs)) xs
END
ravel cuda --emit=kernels bodies.fut
expect_status 0
expect out "slice[d]"

summary
