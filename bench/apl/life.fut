-- Conway's Game of Life on a torus of 1200 by 1200.
def life [n][m] (board: [n][m]bool): [n][m]bool =
  let count3 a b c = i64.bool a + i64.bool b + i64.bool c
  let rows = map3 (map3 count3) board (rotate 1 board) (rotate (-1) board)
  let count = map (\row -> map3 (\a b c -> a + b + c) row (rotate 1 row) (rotate (-1) row)) rows
  in map2 (map2 (\c alive -> c == 3 || (alive && c == 4))) count board
entry run (steps: i64): f64 =
  let n = 1200
  let start = tabulate_2d n n (\i j -> let k = (i * n + j) % 7 in k == 1 || k == 2 || k == 6)
  let end = loop board = start for _i < steps do life board
  in f64.i64 (i64.sum (map (\row -> i64.sum (map i64.bool row)) end))
-- ==
-- entry: run
-- nobench input { 1i64 } output { 822514.0 }
