-- Global alignment: anti-diagonals in parallel, the table updated in place.
-- ==
-- input { 1i32 [1i32, 2i32, 3i32, 2i32] [2i32, 3i32, 3i32] }
-- output { [[0i32, -1i32, -2i32, -3i32], [-1i32, -1i32, -2i32, -3i32], [-2i32, 1i32, 0i32, -1i32], [-3i32, 0i32, 3i32, 2i32], [-4i32, -1i32, 2i32, 2i32]] }
-- input { 2i32 [4i32] [4i32] } output { [[0i32, -2i32], [-2i32, 2i32]] }

def similarity (a: i32) (b: i32) : i32 = if a == b then 2 else -1

entry main [n][m] (penalty: i32) (a: [n]i32) (b: [m]i32) : [n + 1][m + 1]i32 =
  let table = replicate (n + 1) (replicate (m + 1) 0i32)
  let table[:, 0] = map (\i -> -penalty * i32.i64 i) (iota (n + 1))
  let table[0] = map (\j -> -penalty * i32.i64 j) (iota (m + 1))
  in loop table for d in 2...(n + m) do
       -- The cells (i, d - i) of one anti-diagonal.
       let lo = i64.max 1 (d - m)
       let hi = i64.min n (d - 1)
       let is = map (+ lo) (iota (hi - lo + 1))
       let cells = map (\i -> (i, d - i)) is
       let scores =
         map (\(i, j) ->
                let diagonal = table[i - 1, j - 1] + similarity a[i - 1] b[j - 1]
                let gap = i32.max table[i - 1, j] table[i, j - 1] - penalty
                in i32.max diagonal gap)
             cells
       in scatter_2d table cells scores
