-- The game of life on a torus, by rotations.
-- ==
-- entry: main
-- input { [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]] 1 } output { [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]] }
-- input { [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]] 2 } output { [[0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]] }
def sum3 [n] [m] (f: i64 -> [n][m]i32): [n][m]i32 = map3 (map3 (\a b c -> a + b + c)) (f (-1)) (f 0) (f 1)
def step [n] [m] (cells: [n][m]i32): [n][m]i32 =
  let around = sum3 (\i -> sum3 (\j -> map (rotate j) (rotate i cells)))
  in map2 (map2 (\c s -> if s == 3 || (s == 4 && c == 1) then 1 else 0)) cells around
def main [n] [m] (cells: [n][m]i32) (k: i32): [n][m]i32 = iterate k step cells
