# Loops of a processor: which ones are marked for vectors.
. test/cli/lib

# The output has so many lines that the expression matches.
counts() {
  found=$(grep -c "$2" "$work/out")
  if [ "$found" -eq "$1" ]; then pass; else fail "expected $1 lines with $2, got $found"; fi
}

# The least element and its place: a block of points is asked at once whether any of them changes
# what there is. One that all points change is a plain loop.
cat >"$work/least.fut" <<'END'
entry least [n] (ds: [n]f32): (f32, i64) =
  reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f32.inf, -1) (zip ds (indices ds))
entry nested [n] (ds: [n]f32): (f32, i64) =
  reduce (\(d, i) (e, j) -> if d < e then (d, i) else if e < d then (e, j) else if i < j then (d, i) else (e, j))
         (f32.inf, n) (zip ds (indices ds))
entry linear [n] (ds: [n]i32): (i32, i32) =
  reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip ds ds)
END
ravel c --emit=imp least.fut
expect_status 0
counts 2 "for block"
counts 2 "for simd .* reduce or changes"

# A filter that was fused into sums is a loop of sums; where the values are kept too, sums of floats
# have a loop of their own.
cat >"$work/kept.fut" <<'END'
entry counted [n] (xs: [n]f32): (i64, f32) =
  let ys = filter (\x -> x > 0) xs in (length ys, f32.sum ys)
entry beside [n] (xs: [n]f32): ([]f32, f32) =
  let ys = filter (\x -> x > 0) xs in (ys, f32.sum ys)
entry integers [n] (xs: [n]i32): ([]i32, i32) =
  let ys = filter (\x -> x > 0) xs in (ys, i32.sum ys)
END
ravel c --emit=imp kept.fut
expect_status 0
counts 1 "for simd .* reduce add count.* reduce add a"
counts 1 "for simd .* to [a-z0-9.]* reduce add a"
counts 1 "for block"

# Rows that a point filters and goes over again stay with its thread: nothing is joined.
cat >"$work/rows.fut" <<'END'
entry deviations [n][m] (xss: [n][m]f32): [n]f32 =
  map (\xs -> let ys = filter (\x -> x > 0) xs
              let mean = f32.sum ys / f32.i64 (length ys)
              in f32.sum (map (\y -> f32.abs (y - mean)) ys))
      xss
END
ravel c --emit=imp rows.fut
expect_status 0
counts 0 "reserve"

summary
