-- Elimination with rows that are one longer than the matrix.
-- ==
-- input { [[1.0,2.0],[3.0,5.0]] [1.0,2.0] } output { [-1.0f64, 1.0f64] }
def solve [n] (a: [n][n]f64) (b: [n]f64): [n]f64 =
  let ab = map2 (\r x -> r ++ [x]) a b
  let ab = loop ab for k < n do
    let p = ab[k]
    in map2 (\i r -> if i == k then map (/ p[k]) p else let f = r[k] / p[k] in map2 (\x y -> x - f * y) r p) (iota n) ab
  in map last ab
entry main [n] (a: [n][n]f64) (b: [n]f64) = solve a b
