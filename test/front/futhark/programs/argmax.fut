-- Reductions over tuples: argmax, extrema at once, mean and variance, second largest.
-- ==
-- input { [3.5f32, -1.0f32, 7.0f32, 7.0f32, 2.0f32] } output { 2i64 7.0f32 }

-- ==
-- entry: summary
-- input { [3.5f64, -1.0f64, 7.0f64, 7.0f64, 2.0f64] } output { -1.0f64 7.0f64 3.7f64 }

-- ==
-- entry: moments
-- input { [3.5f64, -1.0f64, 7.0f64, 7.0f64, 2.0f64] } output { 3.7f64 9.360000000000001f64 }

-- ==
-- entry: two_largest
-- input { [4i32, 9i32, 2i32, 9i32, 5i32] } output { 9i32 9i32 }
-- input { [4i32, 9i32, 2i32, 7i32, 5i32] } output { 9i32 7i32 }

-- ==
-- entry: per_row
-- input { [[1i32, 5i32, 3i32], [9i32, 2i32, 2i32]] } output { [1i64, 0i64] }

def argmax [n] 't (less: t -> t -> bool) (lowest: t) (xs: [n]t) : (i64, t) =
  reduce_comm (\(i, x) (j, y) ->
                 if less x y then (j, y)
                 else if less y x then (i, x)
                 else if i < j then (i, x)
                 else (j, y))
              (i64.highest, lowest)
              (zip (indices xs) xs)

entry main (xs: []f32) : (i64, f32) = argmax (<) f32.lowest xs

entry summary [n] (xs: [n]f64) : (f64, f64, f64) =
  let op (a1, b1, c1) (a2, b2, c2) = (f64.min a1 a2, f64.max b1 b2, c1 + c2)
  let (lo, hi, sum) = reduce op (f64.highest, f64.lowest, 0) (map (\x -> (x, x, x)) xs)
  in (lo, hi, sum / f64.i64 n)

-- Welford's merge of (count, mean, sum of squares).
entry moments [n] (xs: [n]f64) : (f64, f64) =
  let merge (n1, m1, s1) (n2, m2, s2) =
    if n1 == 0 then (n2, m2, s2)
    else if n2 == 0 then (n1, m1, s1)
    else let n = n1 + n2
         let d = m2 - m1
         in (n, m1 + d * n2 / n, s1 + s2 + d * d * n1 * n2 / n)
  let (n, mean, s) = reduce merge (0, 0, 0) (map (\x -> (1f64, x, 0)) xs)
  in (mean, s / n)

entry two_largest (xs: []i32) : (i32, i32) =
  let op (a, b) (c, d) =
    if a >= c then (a, i32.max b c) else (c, i32.max a d)
  in reduce op (i32.lowest, i32.lowest) (map (\x -> (x, i32.lowest)) xs)

entry per_row [n][m] (a: [n][m]i32) : [n]i64 =
  map (\row -> (argmax (<) i32.lowest row).0) a
