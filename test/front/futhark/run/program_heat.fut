-- A one-dimensional heat equation with fixed ends.
-- ==
-- entry: main
-- input { [1.0, 0.0, 0.0, 0.0, 1.0] 1 } output { [1.0, 0.25, 0.0, 0.25, 1.0] }
-- input { [1.0, 0.0, 0.0, 0.0, 1.0] 2 } output { [1.0, 0.375, 0.125, 0.375, 1.0] }
def step [n] (xs: [n]f64): [n]f64 =
  map (\i -> if i == 0 || i == n - 1 then xs[i]
             else 0.25 * xs[i - 1] + 0.5 * xs[i] + 0.25 * xs[i + 1]) (iota n)
def main (xs: []f64) (k: i32): []f64 = iterate k step xs
