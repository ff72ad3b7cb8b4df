-- How many points of a picture stay small for 100 steps of z <- c + z * z; those that do not stop.
def square (r: f64) (i: f64) = (let m = f64.hypot r i in m * m)
entry run (n: i64): f64 =
  let parts = map (\i -> f64.i64 (i + 1) / f64.i64 n) (iota n)
  let stays (cr: f64) (ci: f64) =
    let (r, i) =
      loop (r, i) = (cr, ci) for _k < 100 do
        if square r i > 4 then (r, i) else (cr + (r * r - i * i), ci + (r * i + i * r))
    in square r i <= 4
  let points = map (\x -> map (\y -> stays (3 * x - 2) (2 * y - 1)) parts) parts
  in f64.i64 (i64.sum (map (\row -> i64.sum (map i64.bool row)) points))
-- ==
-- entry: run
-- nobench input { 40i64 } output { 422.0 }
