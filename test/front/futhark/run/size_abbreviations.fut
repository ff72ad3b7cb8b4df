-- Type abbreviations with sizes and types.
-- ==
-- entry: main
-- input { [[1.0, 2.0], [3.0, 4.0]] [1.0, 1.0] } output { [3.0, 7.0] }
type vector [n] 't = [n]t
type matrix [n] [m] = [n]vector [m] f64
def apply [n] [m] (a: matrix [n] [m]) (v: vector [m] f64): vector [n] f64 =
  map (\row -> f64.sum (map2 (*) row v)) a
def main [n] [m] (a: [n][m]f64) (v: [m]f64): [n]f64 = apply a v
