-- Definitions that return top-level arrays: what is returned is a copy, and the array itself stays.
-- ==
-- entry: whole
-- input { 5 } output { [5, 2, 3] [1, 2, 3] }
-- ==
-- entry: rows
-- input { 1i64 5 } output { [5, 4] [[1, 2], [3, 4]] }
-- ==
-- entry: branches
-- input { true 9 } output { [9, 2, 3] [1, 2, 3] }
-- input { false 9 } output { [9, 9, 9] [1, 2, 3] }
-- ==
-- entry: records
-- input { 7 } output { [7, 2, 3] [1, 2, 3] 8 }
-- ==
-- entry: through
-- input { 7 } output { [7, 2, 3] [1, 7, 3] [1, 2, 3] }
-- ==
-- entry: in_loop
-- input { 3 } output { [4, 5, 6] [1, 2, 3] }
-- ==
-- entry: in_map
-- input { [7, 8] } output { [[7, 2, 3], [8, 2, 3]] [1, 2, 3] }
-- ==
-- entry: direct
-- input { } output { [1, 2, 3] }
def table: [3]i32 = [1, 2, 3]
def matrix: [2][2]i32 = [[1, 2], [3, 4]]
def get (_: i32) = table
entry whole (x: i32) = let t = get x in (t with [0] = x, table)
def row (i: i64) = matrix[i]
entry rows (i: i64) (x: i32) = let r = row i in (r with [0] = x, matrix)
def choose (b: bool) (x: i32) = if b then table else replicate 3 x
entry branches (b: bool) (x: i32) = let t = choose b x in (t with [0] = x, table)
def record (x: i32) = {t = table, y = x + 1}
entry records (x: i32) = let r = record x in (r.t with [0] = x, table, r.y)
def again (x: i32) = get (x + 1)
entry through (x: i32) =
  let a = again x
  let b = again x
  in (a with [0] = x, b with [1] = x, table)
def steps (n: i32) = loop t = table for _i < n do map (+ 1) t
entry in_loop (n: i32) = (steps n, table)
entry in_map (xs: []i32) = (map (\x -> let t = get x in t with [0] = x) xs, table)
entry direct = get 0
