-- Gauss-Jordan with partial pivoting on the augmented matrix.
-- ==
-- input { [[2.0f64, 1.0f64, -1.0f64], [-3.0f64, -1.0f64, 2.0f64], [-2.0f64, 1.0f64, 2.0f64]] [8.0f64, -11.0f64, -3.0f64] }
-- output { [2.0f64, 3.0f64, -1.0f64] }
-- input { [[0.0f64, 2.0f64], [3.0f64, 1.0f64]] [4.0f64, 5.0f64] } output { [1.0f64, 2.0f64] }

def argmax_abs [n] (xs: [n]f64) : i64 =
  let bigger (i, x) (j, y) =
    if f64.abs x > f64.abs y then (i, x)
    else if f64.abs y > f64.abs x then (j, y)
    else if i < j then (i, x) else (j, y)
  in (reduce bigger (i64.highest, 0) (zip (iota n) xs)).0

def swap_rows [n][m] (i: i64) (j: i64) (a: *[n][m]f64) : *[n][m]f64 =
  let row_i = copy a[i]
  let row_j = copy a[j]
  let a[i] = row_j
  let a[j] = row_i
  in a

def eliminate [n][m] (k: i64) (a: [n][m]f64) : *[n][m]f64 =
  map2 (\i row ->
          if i == k then map (/ a[k, k]) row
          else let f = row[k] / a[k, k]
               in map2 (\x y -> x - f * y) row a[k])
       (iota n) a

def solve [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let augmented : [n][n + 1]f64 = map2 (\row x -> row ++ [x]) a b
  let reduced =
    loop m = augmented for k < n do
      let candidates = map (\i -> if i < k then 0 else m[i, k]) (iota n)
      let p = argmax_abs candidates
      let m = swap_rows k p m
      in eliminate k m
  in reduced[:, n]

entry main [n] (a: [n][n]f64) (b: [n]f64) = solve a b
