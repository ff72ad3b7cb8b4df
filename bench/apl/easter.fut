-- The date of Easter Sunday, as 10000y+100m+d, of many years.
def floor (x: f64) = i64.f64 (f64.floor x)
def easter (y: i64): i64 =
  let g = 1 + y % 19
  let c = 1 + floor (f64.i64 y / 100)
  let x = floor (f64.i64 c * 0.75) - 12
  let z = floor (f64.i64 (5 + 8 * c) / 25) - 5
  let s = floor (f64.i64 (5 * y) / 4) - (x + 10)
  let e = (11 * g + 20 + z - x) % 30
  let f = e + i64.bool (e == 24 || (e == 25 && g > 11))
  let n = i64.bool (f > 23) * 30 + 44 - f
  let n = n + 7 - (s + n) % 7
  in n - 31 * i64.bool (n > 31) + 100 * (3 + i64.bool (n > 31)) + 10000 * y
entry run (n: i64): f64 = f64.i64 (i64.sum (map (\i -> easter (i + 1)) (iota n)))
-- ==
-- entry: run
-- nobench input { 3000i64 } output { 45016176853.0 }
