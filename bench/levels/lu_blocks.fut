-- LU decomposition without pivoting, in blocks of 32 by 32.
def b : i64 = 32
def diagonal (a: [b][b]f32) : [b][b]f32 =
  loop m = copy a for k < b do
    let col = map (\i -> if i > k then m[i, k] / m[k, k] else m[i, k]) (iota b)
    in map (\i -> map (\j -> if i > k && j > k then m[i, j] - col[i] * m[k, j]
                             else if j == k then col[i] else m[i, j]) (iota b)) (iota b)
-- Each column of the block above: forward substitution by the unit lower triangle.
def upper (d: [b][b]f32) (a: [b][b]f32) : [b][b]f32 =
  transpose (map (\j ->
    loop col = map (\i -> a[i, j]) (iota b) for i < b do
      let s = loop s = 0 for k < i do s + d[i, k] * col[k]
      in col with [i] = col[i] - s) (iota b))
def lower (d: [b][b]f32) (a: [b][b]f32) : [b][b]f32 =
  map (\i ->
    loop row = copy a[i] for j < b do
      let s = loop s = 0 for k < j do s + row[k] * d[k, j]
      in row with [j] = (row[j] - s) / d[j, j]) (iota b)
entry main [q] (m0: *[q][q][b][b]f32) : [q][q][b][b]f32 =
  loop m = m0 for k < q do
    let d = copy (diagonal m[k, k])
    let rest = q - k - 1
    let tops = map (\t -> upper d m[k, k + 1 + t]) (iota rest)
    let lefts = map (\t -> lower d m[k + 1 + t, k]) (iota rest)
    let inner = map (\i -> map (\j ->
        map (\r -> map (\c -> m[k + 1 + i, k + 1 + j, r, c] - f32.sum (map (\t -> lefts[i, r, t] * tops[j, t, c]) (iota b)))
                       (iota b)) (iota b)) (iota rest)) (iota rest)
    let m = m with [k, k] = copy d
    let m = m with [k, k + 1:] = (tops :> [q - (k + 1)][b][b]f32)
    let m = m with [k + 1:, k] = (lefts :> [q - (k + 1)][b][b]f32)
    in m with [k + 1:, k + 1:] = (inner :> [q - (k + 1)][q - (k + 1)][b][b]f32)
entry make (q: i64) : *[q][q][b][b]f32 =
  tabulate_2d q q (\i j -> tabulate_2d b b (\r c ->
    if i == j && r == c then 100 + f32.i64 r else 1 / (1 + f32.i64 ((i * 7 + j * 3 + r * 5 + c) % 13))))
entry digest [q] (m: [q][q][b][b]f32) : f32 = f32.sum (map (\i -> m[i / q, i % q, i % b, (i * 7) % b]) (iota (q * q)))
-- ==
-- entry: run
-- nobench input { 8i64 } output { 103.74477f32 }
-- input { 64i64 }
-- input { 256i64 }
entry run (q: i64) : f32 = digest (main (make q))
