-- LU decomposition without pivoting of one array, in blocks of 32: the diagonal block, the blocks to the right of it and
-- below it, and the interior, each made in its place (paper 001, section 6.8.2). The size is a multiple of 32.
def b : i64 = 32

def diagonal (a: [b][b]f32) : *[b][b]f32 =
  loop m = copy a for k < b do
    let col = map (\i -> if i > k then m[i, k] / m[k, k] else m[i, k]) (iota b)
    in map (\i -> map (\j -> if i > k && j > k then m[i, j] - col[i] * m[k, j]
                             else if j == k then col[i] else m[i, j]) (iota b)) (iota b)

-- Each column of a block to the right: forward substitution by the unit lower triangle.
def right (d: [b][b]f32) (a: [b][b]f32) : [b][b]f32 =
  transpose (map (\j ->
    loop col = map (\i -> a[i, j]) (iota b) for i < b do
      let s = loop s = 0 for k < i do s + d[i, k] * col[k]
      in col with [i] = col[i] - s) (iota b))

-- Each row of a block below.
def below (d: [b][b]f32) (a: [b][b]f32) : [b][b]f32 =
  map (\i ->
    loop row = copy a[i] for j < b do
      let s = loop s = 0 for k < j do s + row[k] * d[k, j]
      in row with [j] = (row[j] - s) / d[j, j]) (iota b)

entry main [n] (m: [n][n]f32) : [n][n]f32 =
  unflatten (loop a = flatten (copy m) for k < n / b do
    let at = k * b * n + k * b
    let rest = n / b - k - 1
    let d = diagonal (lmad.slice_2d a at b n b 1)
    let a = lmad.update_2d a at n 1 d
    let rights = map (right d) (lmad.slice_3d a (at + b) rest b b n b 1)
    let a = lmad.update_3d a (at + b) b n 1 rights
    let belows = map (below d) (lmad.slice_3d a (at + b * n) rest (b * n) b n b 1)
    let a = lmad.update_3d a (at + b * n) (b * n) n 1 belows
    let inner = lmad.slice_4d a (at + b * n + b) rest (b * n) rest b b n b 1
    let inner = map2 (\row l -> map2 (\t r -> map2 (\ts ls -> map2 (\x rs -> x - f32.sum (map2 (*) ls rs))
                                                                   ts (transpose r)) t l) row rights) inner belows
    in lmad.update_4d a (at + b * n + b) (b * n) b n 1 inner)

entry make (n: i64) : [n][n]f32 =
  tabulate_2d n n (\i j -> if i == j then 100 + f32.i64 (i % 32) else 1 / (1 + f32.i64 ((i * 7 + j * 3) % 13)))
entry digest [n] (m: [n][n]f32) : f32 = f32.sum (map (\i -> m[i, (i * 7) % i64.max 1 n]) (iota n))
-- ==
-- structure c { copies 1, not combine }
-- ==
-- entry: digest
-- nobench script input { main (make 0) } output { 0f32 }
-- nobench script input { main (make 32) } output { 219.468369f32 }
-- nobench script input { main (make 64) } output { 207.178177f32 }
-- nobench script input { main (make 128) } output { 214.397629f32 }
-- ==
-- entry: main
-- "1024" notest script input { make 1024 }
-- "8192" notest script input { make 8192 }
