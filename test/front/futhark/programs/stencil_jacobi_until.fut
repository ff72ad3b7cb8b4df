-- Jacobi iteration until nothing changes much.
-- ==
-- entry: main
-- input { [[100.0f64, 100.0f64, 100.0f64, 100.0f64, 100.0f64], [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [0.0f64, 0.0f64, 0.0f64, 0.0f64, 0.0f64], [20.0f64, 20.0f64, 20.0f64, 20.0f64, 20.0f64]] 0.01f64 }
-- output { [[100.0f64, 100.0f64, 100.0f64, 100.0f64, 100.0f64], [0.0f64, 44.27472795592621f64, 54.62820870336145f64, 44.27472795592621f64, 0.0f64], [0.0f64, 22.4853515625f64, 29.97802734375f64, 22.4853515625f64, 0.0f64], [0.0f64, 15.70329938782379f64, 20.34249442163855f64, 15.70329938782379f64, 0.0f64], [20.0f64, 20.0f64, 20.0f64, 20.0f64, 20.0f64]] 22i32 }

type state [n][m] = {grid: [n][m]f64, change: f64, rounds: i32}

def relax [n][m] (g: [n][m]f64): [n][m]f64 =
  let at i j =
    if i == 0 || i == n - 1 || j == 0 || j == m - 1
    then g[i, j]
    else 0.25 * (g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1])
  in tabulate_2d n m at

def difference [n][m] (a: [n][m]f64) (b: [n][m]f64): f64 =
  map2 (\r s -> map2 (\x y -> f64.abs (x - y)) r s |> f64.maximum) a b |> f64.maximum

entry main [n][m] (g: [n][m]f64) (tolerance: f64): ([n][m]f64, i32) =
  let start: state [n][m] = {grid = g, change = f64.inf, rounds = 0}
  let final =
    loop s = start while s.change > tolerance do
      let next = relax s.grid
      in s with change = difference next s.grid with grid = next with rounds = s.rounds + 1
  in (final.grid, final.rounds)
