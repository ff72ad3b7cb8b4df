-- One step of k-means: histograms of floats and counts.
-- ==
-- entry: main
-- input { [1.0, 2.0, 9.0, 11.0] [0.0, 10.0] } output { [1.5, 10.0] }
-- input { [1.0] [0.0, 10.0] } output { [1.0, 10.0] }
def nearest [k] (centres: [k]f64) (x: f64): i64 =
  (reduce_comm (\(i, d) (j, e) -> if e < d || (e == d && j < i) then (j, e) else (i, d))
               (i64.highest, f64.inf)
               (zip (iota k) (map (\c -> f64.abs (c - x)) centres))).0
def main [n] [k] (xs: [n]f64) (centres: [k]f64): [k]f64 =
  let is = map (nearest centres) xs
  let sums = hist (+) 0 k is xs
  let counts = hist (+) 0i32 k is (replicate n 1)
  in map3 (\c s n -> if n == 0 then c else s / f64.i32 n) centres sums counts
