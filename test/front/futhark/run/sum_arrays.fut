-- Arrays of sums.
-- ==
-- entry: main
-- input { [1, -2, 0] } output { [1.0, 20.0, 0.0] 1i64 }
type t = #positive i32 | #negative f64 | #zero
def classify (x: i32): t =
  if x > 0 then #positive x else if x < 0 then #negative (f64.i32 (-10 * x)) else #zero
def main [n] (xs: [n]i32): ([n]f64, i64) =
  let ts = map classify xs
  let value (v: t): f64 = match v
                          case #positive a -> f64.i32 a
                          case #negative b -> b
                          case #zero -> 0
  in (map value ts, length (filter (\v -> v == #zero) ts))
