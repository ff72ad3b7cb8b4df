-- A determinant by elimination with pivots, in place.
-- ==
-- entry: main
-- input { [[0.0f64, 2.0f64, 1.0f64], [1.0f64, 0.0f64, 3.0f64], [2.0f64, 1.0f64, 0.0f64]] }
-- output { 13.0f64 }
-- input { [[1.0f64, 2.0f64], [2.0f64, 4.0f64]] }
-- output { 0.0f64 }
-- input { [[5.0f64]] }
-- output { 5.0f64 }

def swap_rows [n][m] (i: i64) (j: i64) (a: *[n][m]f64): *[n][m]f64 =
  let row_i = copy a[i]
  let row_j = copy a[j]
  let a = a with [i] = row_j
  in a with [j] = row_i

def pivot_of [n] (k: i64) (a: [n][n]f64): i64 =
  let better (v, i) (w, j) = if v > w || (v == w && i < j) then (v, i) else (w, j)
  in (reduce better (-1, n) (map (\i -> if i < k then (-1, n) else (f64.abs a[i, k], i)) (iota n))).1

entry main [n] (a: *[n][n]f64): f64 =
  let (a, sign) =
    loop (a, sign) = (a, 1) for k < n do
      let p = pivot_of k a
      let (a, sign) = if p == k then (a, sign) else (swap_rows k p a, -sign)
      let pivot = a[k, k]
      in if pivot == 0 then (a, 0)
         else let factors = map (\i -> if i > k then a[i, k] / pivot else 0) (iota n)
              let base = copy a[k]
              in (map2 (\f row -> map2 (\x y -> x - f * y) row base) factors a, sign)
  in sign * f64.product (map (\i -> a[i, i]) (iota n))
