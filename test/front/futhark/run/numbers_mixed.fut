-- Conversions in the middle of formulas.
-- ==
-- entry: main
-- input { [1, 2, 3, 4] } output { 2.5 1.25 2f32 }
def mean [n] (xs: [n]i32): f64 = f64.i32 (i32.sum xs) / f64.i64 n
def main [n] (xs: [n]i32): (f64, f64, f32) =
  let m = mean xs
  let v = f64.sum (map (\x -> (f64.i32 x - m) ** 2) xs) / f64.i64 n
  in (m, v, f32.f64 (f64.floor m))
