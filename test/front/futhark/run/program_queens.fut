-- The n queens problem with an explicit stack of choices.
-- ==
-- entry: main
-- input { 4 } output { 2 }
-- input { 6 } output { 4 }
-- input { 1 } output { 1 }
def safe (board: [8]i32) (row: i32) (column: i32): bool =
  all (\r -> let c = board[r]
             in r >= row || (c != column && i32.abs (c - column) != row - r))
      (map i32.i64 (iota 8))
def main (n: i32): i32 =
  let (_, _, count) =
    loop (board, row, count) = (replicate 8 (-1), 0, 0) while row >= 0 do
      if row == n then (board, row - 1, count + 1)
      else
        let next = loop c = board[row] + 1 while c < n && !(safe board row c) do c + 1
        in if next < n
           then let board[row] = next
                in if row + 1 < n then (board with [row + 1] = -1, row + 1, count) else (board, row + 1, count)
           else (board, row - 1, count)
  in count
