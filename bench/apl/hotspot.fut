-- Heat on a chip, 512 by 512; the borders see themselves.
def n = 512i64
entry run (steps: i64): f64 =
  let power = tabulate_2d n n (\i j -> [0.5, 0.25, 0.125][(i * n + j) % 3])
  let step (t: [n][n]f64) =
    tabulate_2d n n (\i j ->
      let x = t[i, j]
      let up = if i == 0 then t[0, j] else t[i - 1, j]
      let down = if i == n - 1 then t[n - 1, j] else t[i + 1, j]
      let left = if j == 0 then t[i, 0] else t[i, j - 1]
      let right = if j == n - 1 then t[i, n - 1] else t[i, j + 1]
      in x + 0.1 * (power[i, j] + (((up + down) - 2 * x) + ((left + right) - 2 * x))))
  let end = loop t = tabulate_2d n n (\i j -> 80 + f64.i64 ((i * n + j) % 5)) for _k < steps do step t
  in f64.sum (map f64.sum end) / f64.i64 (n * n)
-- ==
-- entry: run
-- nobench input { 2i64 } output { 82.0583258628845 }
