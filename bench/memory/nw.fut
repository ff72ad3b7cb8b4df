-- Needleman-Wunsch in blocks: those of an anti-diagonal are done at once, from the row above and the column to the left of
-- each, which stay views of the table, and are made in their place in it (paper 001, section 6.1).
def b : i64 = 64

-- A block, along its anti-diagonals.
def block (penalty: i32) (top: [b + 1]i32) (left: [b]i32) (ref: [b][b]i32) : [b][b]i32 =
  let start = tabulate_2d (b + 1) (b + 1) (\i j -> if i == 0 then top[j] else if j == 0 then left[i - 1] else 0)
  let done = loop w = flatten start for k < 2 * b - 1 do
    let (is, vs) = unzip (map (\t ->
        let i = t + 1
        let j = k - t + 1
        in if j < 1 || j > b then (-1, 0)
           else let at = i * (b + 1) + j
                in (at, i32.max (w[at - b - 2] + ref[i - 1, j - 1])
                                (i32.max (w[at - 1]) (w[at - b - 1]) - penalty))) (iota b))
    in scatter w is vs
  in tabulate_2d b b (\i j -> done[(i + 1) * (b + 1) + j + 1])

-- The blocks of the anti-diagonal that begins with block `first` of those in block row `first`.
def diagonal [l][n] (penalty: i32) (refs: [n][n]i32) (first: i64) (count: i64) (column: i64) (table: *[l]i32) : *[l]i32 =
  let m = n + 1
  let start = first * b * m + column * b
  let tops = lmad.slice_2d table start count (b * m - b) (b + 1) 1
  let lefts = lmad.slice_2d table (start + m) count (b * m - b) b m
  let blocks = map3 (\t top left ->
      let (r, c) = ((first + t) * b, (column - t) * b)
      in block penalty top left (tabulate_2d b b (\i j -> refs[r + i, c + j]))) (iota count) tops lefts
  in lmad.update_3d table (start + m + 1) (b * m - b) m 1 blocks

def table [n] (penalty: i32) (refs: [n][n]i32) : []i32 =
  let m = n + 1
  let q = n / b
  let table = tabulate (m * m) (\i -> if i < m then - penalty * i32.i64 i
                                      else if i % m == 0 then - penalty * i32.i64 (i / m) else 0)
  in loop table for s < 2 * q - 1 do
       let first = i64.max 0 (s - q + 1)
       in diagonal penalty refs first (i64.min (s + 1) q - first) (s - first) table

entry main [n] (penalty: i32) (refs: [n][n]i32) : i32 = last (table penalty refs)
entry make (n: i64) : (i32, [n][n]i32) = (10, tabulate_2d n n (\i j -> i32.i64 ((i * 31 + j * 17 + i * j) % 21) - 10))
-- ==
-- structure c { copies 1, alloc 4, not put, not combine }
-- nobench script input { make 64 } output { 128i32 }
-- nobench script input { make 128 } output { 278i32 }
-- nobench script input { make 256 } output { 586i32 }
-- "1024" notest script input { make 1024 }
-- "8192" notest script input { make 8192 }
