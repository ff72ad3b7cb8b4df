# Segments as kernels: which nests become some, and what the functions of a point need to know.
. test/cli/lib

# The output has a line that the expression matches.
matches() { if grep -q "$1" "$work/out"; then pass; else fail "expected $1"; fi; }

# Rows of a matrix: elements are read by the number of the point, without a look at the row; what is
# computed behind the reduction is done at the end of a segment.
cat >"$work/rows.fut" <<'END'
entry main [n][m] (xss: [n][m]f32): [n]f32 = map (\xs -> f32.sqrt (reduce (+) 0 xs)) xss
END
ravel cuda --emit=imp rows.fut
expect_status 0
expect out "segments n"
matches 'xss.[0-9]*\[point.[0-9]*\]'
expect out "= sqrt(acc_v0)"
if grep -q "srem\|squot" "$work/out"; then fail "expected no division"; else pass; fi

# Three dimensions are the same.
cat >"$work/cube.fut" <<'END'
entry main [n][m][k] (xsss: [n][m][k]i32): [n][m]i32 = map (map (reduce (+) 0)) xsss
END
ravel cuda --emit=imp cube.fut
expect_status 0
matches 'xsss.[0-9]*\[point.[0-9]*\]'

# Offsets of segments that the program knows are not looked up either.
cat >"$work/given.core" <<'END'
flat
entry sums [n, m] (lengths: [n]i64, xs: [m]f32) -> (ys: [n]f32) = {
  let d: seg[n] = seg_make lengths
  let starts: [n]i64 = seg_offsets d
  let ys: [n]f32 = par@grid (i < n, j < d) {
    let start: i64 = index starts[i]
    let at: i64 = add start, j
    let x: f32 = index xs[at]
    reduce (a: f32, b: f32 => { let c: f32 = add a, b in (c) }; 0.0f32) x
  }
  in (ys)
}
END
ravel cuda --emit=imp given.core
expect_status 0
matches 'xs.[0-9]*\[point.[0-9]*\]'
ravel cuda --emit=kernels given.core
expect_status 0
expect out "sums_kernel_2_starts"
expect out "sums_kernel_2_carry"

# On a CPU short segments are combined without vectors, which the C compiler is told.
ravel multicore --emit=imp given.core
expect_status 0
matches 'for short j'
matches 'for simd j'
ravel multicore --library given.core -o given
expect_status 0
cp "$work/given.c" "$work/out"
matches 'omp simd reduction(+ : .*) simdlen(1)'

# Rows have a loop without vectors, which the C compiler may take apart as it likes.
cat >"$work/distances.fut" <<'END'
entry main [n][k][d] (xss: [n][d]f32) (yss: [k][d]f32) =
  map (\xs -> map (\ys -> f32.sum (map2 (\x y -> (x - y) * (x - y)) xs ys)) yss) xss
END
ravel c --library distances.fut -o distances
expect_status 0
if grep -q "simdlen" "$work/distances.c"; then fail "expected no simdlen"; else pass; fi

# Sums of integers are left to the C compiler, which takes the rest of a row by shorter vectors then; those of floats
# are in vectors only where it is asked.
for type in i32 f32; do
  echo "entry main [n][m] (xss: [n][m]$type) = map (\\xs -> $type.sum (map (* 3) xs)) xss" >"$work/rows_$type.fut"
  ravel c --library "rows_$type.fut" -o "rows_$type"
  expect_status 0
done
if grep -q "omp simd reduction" "$work/rows_i32.c"; then fail "expected no simd for integers"; else pass; fi
if grep -q "omp simd reduction" "$work/rows_f32.c"; then pass; else fail "expected simd for floats"; fi

# The scan of the lengths tells the host their sum and writes the first offset: the host reads and
# writes nothing. Nobody else reads the offsets, so they have 32 bits where that is enough.
ravel cuda --emit=imp given.core
matches 'launch sums_kernel_1.* -> (total.*'
matches 'launch sums_kernel_2.*segments n.1 by ends.[0-9]*, narrow'
if grep -q "^  read\|^  ends.*= 0" "$work/out"; then fail "expected no traffic of the host"; else pass; fi

# A program that reads the offsets has them as they are.
sed 's/^  in (ys)/  let zs: [n]i64 = par@grid (i < n) { let s: i64 = index starts[i] let z: i64 = mul s, s map z }\n  in (ys, zs)/; s/-> (ys: \[n\]f32)/-> (ys: [n]f32, zs: [n]i64)/' "$work/given.core" >"$work/seen.core"
ravel cuda --emit=imp seen.core
expect_status 0
if grep -q "narrow" "$work/out"; then fail "expected offsets of 64 bits"; else pass; fi

# A sparse matrix: lengths are differences of neighbours, so that elements are read in order. A
# kernel for the lengths and all checks of rows, one for their sums, one for the rows.
cp bench/gpu/spmv.fut "$work"
ravel cuda --emit=imp spmv.fut
expect_status 0
if [ "$(grep -c "^kernel" "$work/out")" -eq 3 ]; then pass; else fail "expected three kernels"; fi
matches 'let add.[0-9]*: i64 = (base.[0-9]* + point.[0-9]*)'
ravel cuda --emit=kernels spmv.fut
expect_status 0
expect out "// main_kernel_3: one value per segment."

# Several pars over a row are several kernels; recursion is flattened.
cat >"$work/shares.fut" <<'END'
entry main [n][m] (xss: [n][m]f32): [n][m]f32 =
  map (\xs -> let s = reduce (+) 0 xs in map (/ s) xs) xss
entry twice [n][m] (xss: [n][m]f32): [n]f32 =
  map (\xs -> let t = reduce f32.max 0 xs in reduce (+) 0 (map (/ t) xs)) xss
END
ravel cuda --emit=imp shares.fut
expect_status 0
if [ "$(grep -c "launch.*segments" "$work/out")" -ge 3 ]; then pass; else fail "expected segments"; fi

cat >"$work/sort.nesl" <<'END'
function qs(a) = if (#a < 2) then a else
  let p = a[#a / 2]; r = {qs(v) : v in [{e in a | e < p}, {e in a | e > p}]}
  in r[0] ++ {e in a | e == p} ++ r[1];
qs([3, 1, 2]);
END
ravel opencl --emit=kernels sort.nesl
expect_status 0

summary
