-- How many points of a picture stay small for 100 steps of z <- c + z * z; those that do not stop.
def square (r: f64) (i: f64) = (let m = f64.hypot r i in m * m)
entry run (n: i64): f64 =
  let stays (x: i64) (y: i64) =
    let cr = 3 * f64.i64 (x + 1) / f64.i64 n - 2
    let ci = 2 * f64.i64 (y + 1) / f64.i64 n - 1
    let (r, i) =
      loop (r, i) = (cr, ci) for _k < 100 do
        if square r i > 4 then (r, i) else (cr + (r * r - i * i), ci + (r * i + i * r))
    in square r i <= 4
  in f64.i64 (i64.sum (map (\row -> i64.sum (map i64.bool row)) (tabulate_2d n n stays)))
-- ==
-- entry: run
-- nobench input { 40i64 } output { 422.0 }
