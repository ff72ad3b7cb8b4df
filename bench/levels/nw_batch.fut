-- Needleman-Wunsch of many pairs: the halves of a row are compared, row by row of the table. The last row is the result,
-- beside the letters of the first half.
-- ==
-- nobench input { [[0.1f32, 0.3f32, 0.1f32, 0.3f32]] } output { [[0.1f32, 0.3f32, 1f32, 4f32]] }
-- random input { [1024][512]f32 }
-- random input { [65536][32]f32 }
def letter (x: f32) : i32 = i32.f32 (x * 4)

def align [n] (xs: [n]f32) : [n]f32 =
  let half = n / 2
  let start = map (\j -> - (i32.i64 j + 1)) (iota half)
  let last =
    loop row = start for i < half do
      let a = letter xs[i]
      let (row, _, _) =
        loop (row, diagonal, left) = (row, - i32.i64 i, - (i32.i64 i + 1)) for j < half do
          let up = row[j]
          let score = if a == letter xs[half + j] then 2 else -2
          let best = i32.max (diagonal + score) (i32.max up left - 1)
          in (row with [j] = best, up, best)
      in row
  in tabulate n (\j -> if j < half then xs[j] else if j < 2 * half then f32.i32 (#[unsafe] last[j - half]) else 0)

entry main [q][n] (xs: [q][n]f32) : [q][n]f32 = map (\row -> align row) xs
