-- A binomial tree for options, backwards in a loop.
-- ==
-- entry: main
-- input { 2i64 } output { 11.0 }
def main (steps: i64): f64 =
  let up = 1.25f64
  let down = 0.8f64
  let p = (1 - down) / (up - down)
  let prices = tabulate (steps + 1) (\i -> 100 * up ** f64.i64 i * down ** f64.i64 (steps - i))
  let values = map (\s -> f64.max 0 (s - 100)) prices
  let values =
    loop values for _i < steps do
      let n = length values
      in tabulate n (\i -> if i == n - 1 then values[i] else p * values[i + 1] + (1 - p) * values[i])
  in f64.round values[0]
