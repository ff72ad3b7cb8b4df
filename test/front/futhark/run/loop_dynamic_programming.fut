-- The longest common subsequence, row by row.
-- ==
-- entry: main
-- input { [1, 3, 4, 1, 2] [3, 4, 1, 2, 1, 3] } output { 4 }
-- input { empty([0]i32) [1] } output { 0 }
def main [n] [m] (xs: [n]i32) (ys: [m]i32): i32 =
  let row = replicate (m + 1) 0i32
  let row =
    loop row for i < n do
      let (next, _) =
        loop (next, _left) = (replicate (m + 1) 0, 0) for j < m do
          let v = if xs[i] == ys[j] then row[j] + 1 else i32.max row[j + 1] next[j]
          in (next with [j + 1] = v, v)
      in next
  in row[m]
