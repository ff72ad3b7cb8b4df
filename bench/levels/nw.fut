-- Needleman-Wunsch in blocks of 64: a kernel for each anti-diagonal of blocks.
def b : i64 = 64
def solve (penalty: i32) (top: [b + 1]i32) (left: [b]i32) (ref: [b][b]i32) : [b][b]i32 =
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
entry main [n] (penalty: i32) (refs: [n][n]i32) : i32 =
  let q = n / b
  let m0 = tabulate_2d (n + 1) (n + 1) (\i j -> if i == 0 then - penalty * i32.i64 j else if j == 0 then - penalty * i32.i64 i else 0)
  let m = loop m = m0 for s < 2 * q - 1 do
    let first = i64.max 0 (s - q + 1)
    let count = i64.min (s + 1) q - first
    let blocks = map (\t ->
        let bi = first + t
        let bj = s - bi
        let r0 = bi * b
        let c0 = bj * b
        in solve penalty (map (\j -> m[r0, c0 + j]) (iota (b + 1))) (map (\i -> m[r0 + 1 + i, c0]) (iota b))
                 (tabulate_2d b b (\i j -> refs[r0 + i, c0 + j]))) (iota count)
    let is = flatten_3d (tabulate_3d count b b (\t i j -> ((first + t) * b + i + 1, (s - first - t) * b + j + 1)))
    in scatter_2d m is (flatten_3d blocks)
  in m[n, n]
entry make (n: i64) : (i32, [n][n]i32) = (10, tabulate_2d n n (\i j -> i32.i64 ((i * 31 + j * 17 + i * j) % 21) - 10))
-- ==
-- nobench script input { make 64 } output { 128i32 }
-- nobench script input { make 256 } output { 586i32 }
-- script input { make 1024 }
-- script input { make 8192 }
