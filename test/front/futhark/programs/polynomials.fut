-- Evaluation three ways, derivatives, products and interpolation.
-- ==
-- input { [1.0f64, -2.0f64, 0.0f64, 3.0f64] 2.0f64 } output { 21.0f64 21.0f64 21.0f64 }

-- ==
-- entry: derivative
-- input { [1.0f64, -2.0f64, 0.0f64, 3.0f64] } output { [-2.0f64, 0.0f64, 9.0f64] }
-- input { [5.0f64] } output { empty([0]f64) }

-- ==
-- entry: product
-- input { [1i32, 1i32] [1i32, 2i32, 1i32] } output { [1i32, 3i32, 3i32, 1i32] }

-- ==
-- entry: lagrange
-- input { [0.0f64, 1.0f64, 2.0f64] [1.0f64, 3.0f64, 7.0f64] 3.0f64 } output { 13.0f64 }

def by_horner [n] (coefficients: [n]f64) (x: f64) : f64 =
  foldr (\c acc -> c + x * acc) 0 coefficients

def by_powers [n] (coefficients: [n]f64) (x: f64) : f64 =
  f64.sum (map2 (\c i -> c * x ** f64.i64 i) coefficients (iota n))

def by_scan [n] (coefficients: [n]f64) (x: f64) : f64 =
  let powers = scan (*) 1 (tabulate n (\i -> if i == 0 then 1 else x))
  in reduce (+) 0 (map2 (*) coefficients powers)

entry main (cs: []f64) (x: f64) : (f64, f64, f64) =
  (by_horner cs x, by_powers cs x, by_scan cs x)

entry derivative [n] (cs: [n]f64) : [n - 1]f64 =
  tabulate (n - 1) (\i -> cs[i + 1] * f64.i64 (i + 1))

entry product [n][m] (as: [n]i32) (bs: [m]i32) : [n + m - 1]i32 =
  let term k =
    loop sum = 0 for i < n do
      let j = k - i
      in if 0 <= j && j < m then sum + as[i] * bs[j] else sum
  in tabulate (n + m - 1) term

entry lagrange [n] (xs: [n]f64) (ys: [n]f64) (x: f64) : f64 =
  let weight i =
    f64.product (tabulate n (\j -> if i == j then 1 else (x - xs[j]) / (xs[i] - xs[j])))
  in map2 (\i y -> y * weight i) (iota n) ys |> reduce (+) 0
