-- Blocked dynamic programming and elimination on flat arrays, with blocks as views: diagonal blocks of an alignment
-- table are done at once, and an elimination updates its trailing blocks; views are LMAD slices, and updates are in place.

-- One block of the table from what is above it and to the left of it; anti-diagonals inside.
def block [b] (penalty: i32) (top: [b + 1]i32) (left: [b]i32) (score: [b][b]i32): [b][b]i32 =
  let grid = replicate (b + 1) (replicate (b + 1) 0i32)
  let grid[0, :] = top
  let grid[1:, 0] = left :> [b + 1 - 1]i32
  let grid =
    loop grid for d < 2 * b - 1 do
      let first = i64.max 0 (d - b + 1)
      let count = i64.min d (b - 1) - first + 1
      let values = map (\k -> let (i, j) = (first + k, d - first - k)
                              in i32.max (grid[i, j] + score[i, j])
                                         (i32.max (grid[i, j + 1] - penalty) (grid[i + 1, j] - penalty))) (iota count)
      let places = map (\k -> (first + k + 1, d - first - k + 1)) (iota count)
      in scatter_2d grid places values
  in grid[1:, 1:] :> [b][b]i32

-- The table has (n + 1)^2 elements in one array; n is a multiple of b.
def align [n] (b: i64) (penalty: i32) (score: [n][n]i32): []i32 =
  let m = n + 1
  let blocks = n / b
  let table = tabulate (m * m) (\i -> if i < m then -(i32.i64 i) * penalty else if i % m == 0 then -(i32.i64 (i / m)) * penalty else 0)
  in loop table for d < 2 * blocks - 1 do
       let first = i64.max 0 (d - blocks + 1)
       let count = i64.min d (blocks - 1) - first + 1
       let start k = (first + k) * b * m + (d - first - k) * b
       let done = map (\k ->
           let o = start k
           let top = lmad.slice_1d table o (b + 1) 1
           let left = lmad.slice_1d table (o + m) b m
           let (i, j) = ((first + k) * b, (d - first - k) * b)
           in block penalty top left (score[i:i + b, j:j + b] :> [b][b]i32)) (iota count)
       -- blocks of one diagonal of blocks are b * m - b apart
       in lmad.update_3d table (start 0 + m + 1) (b * m - b) m 1 done

entry alignment [n] (b: i64) (penalty: i32) (xs: [n]u8) (ys: [n]u8): i32 =
  let score = map (\x -> map (\y -> if x == y then 5 else -3) ys) xs
  in last (align b penalty score)

entry alignment_checksum (n: i64) (b: i64): (i32, i32) =
  let noise (i: i64) = let x = u32.i64 i * 2654435761
                       let x = (x ^ (x >> 15)) * 0x85ebca6b
                       in i32.u32 ((x ^ (x >> 13)) % 21) - 10
  let table = align b 4 (tabulate_2d n n (\i j -> noise (i * n + j)))
  in (last table, reduce (+) 0 (map2 (\x i -> x * (1 + i32.i64 (i % 7))) table (indices table)))

-- Elimination without pivots in blocks of b, on one array.
def eliminate (n: i64) (b: i64) (a: *[]f64): *[]f64 =
  loop a for s in 0..b..<n do
    let at i j = i * n + j
    -- the diagonal block
    let diagonal = copy (lmad.slice_2d a (at s s) b n b 1)
    let diagonal = loop d = diagonal for k < b - 1 do
      let row = copy d[k]
      let factors = map (\i -> if i > k then d[i, k] / row[k] else 0) (iota b)
      in map2 (\r f -> map2 (\x j -> if f == 0 then x else if j < k then x else if j == k then f else x - f * row[j]) r (iota b)) d factors
    let a = lmad.update_2d a (at s s) n 1 diagonal
    in if s + b >= n then a
       else let rest = n - s - b
            -- right of it: solve with the lower part; below it: with the upper part
            let right = copy (transpose (lmad.slice_2d a (at s (s + b)) b n rest 1))
            let right = map (\col -> loop c = copy col for i in 1..<b do
                                       let v = c[i] - f64.sum (map2 (*) (take i diagonal[i]) (take i c))
                                       in c with [i] = v) right
            let below = copy (lmad.slice_2d a (at (s + b) s) rest n b 1)
            let below = map (\row -> loop r = copy row for j < b do
                                       let v = (r[j] - f64.sum (map2 (*) (take j r) (take j diagonal[:, j]))) / diagonal[j, j]
                                       in r with [j] = v) below
            let inner = lmad.slice_2d a (at (s + b) (s + b)) rest n rest 1
            let inner = map2 (\row l -> map2 (\x u -> x - f64.sum (map2 (*) l u)) row right) inner below
            let a = lmad.update_2d a (at s (s + b)) n 1 (transpose right)
            let a = lmad.update_2d a (at (s + b) s) n 1 below
            in lmad.update_2d a (at (s + b) (s + b)) n 1 inner

def dominant (n: i64): []f64 =
  tabulate (n * n) (\i -> if i / n == i % n then f64.i64 n + 1 else f64.i64 ((i / n * 7 + i % n * 3) % 11) / 10)

entry lu_residual (n: i64) (b: i64): f64 =
  let a = unflatten (dominant n :> [n * n]f64)
  let f = unflatten (eliminate n b (dominant n) :> [n * n]f64)
  let product = tabulate_2d n n (\i j -> f64.sum (map (\k -> (if k == i then 1 else if k < i then f[i, k] else 0) * (if k <= j then f[k, j] else 0)) (iota n)))
  in f64.round (1e6 * f64.maximum (flatten (map2 (map2 (\x y -> f64.abs (x - y))) product a)))

entry log_det (n: i64) (b: i64): f64 =
  let f = eliminate n b (dominant n)
  in f64.sum (map f64.log (lmad.slice_1d f 0 n (n + 1)))

-- ==
-- entry: alignment
-- input { 1i64 4i32 [71u8, 65u8, 84u8, 84u8, 65u8, 67u8, 65u8, 71u8, 65u8, 84u8, 84u8, 65u8] [71u8, 67u8, 65u8, 84u8, 71u8, 67u8, 85u8, 84u8, 84u8, 65u8, 67u8, 71u8] }
-- output { 5i32 }
-- input { 3i64 4i32 [71u8, 65u8, 84u8, 84u8, 65u8, 67u8, 65u8, 71u8, 65u8, 84u8, 84u8, 65u8] [71u8, 67u8, 65u8, 84u8, 71u8, 67u8, 85u8, 84u8, 84u8, 65u8, 67u8, 71u8] }
-- output { 5i32 }
-- input { 4i64 4i32 [71u8, 65u8, 84u8, 84u8, 65u8, 67u8, 65u8, 71u8, 65u8, 84u8, 84u8, 65u8] [71u8, 67u8, 65u8, 84u8, 71u8, 67u8, 85u8, 84u8, 84u8, 65u8, 67u8, 71u8] }
-- output { 5i32 }
-- input { 12i64 4i32 [71u8, 65u8, 84u8, 84u8, 65u8, 67u8, 65u8, 71u8, 65u8, 84u8, 84u8, 65u8] [71u8, 67u8, 65u8, 84u8, 71u8, 67u8, 85u8, 84u8, 84u8, 65u8, 67u8, 71u8] }
-- output { 5i32 }

-- ==
-- entry: alignment_checksum
-- input { 8i64 2i64 } output { 22i32 -264i32 }
-- input { 24i64 8i64 } output { 69i32 7548i32 }
-- input { 30i64 5i64 } output { 96i32 30448i32 }

-- ==
-- entry: lu_residual
-- input { 4i64 2i64 } output { 0.0f64 }
-- input { 12i64 4i64 } output { 0.0f64 }
-- input { 9i64 9i64 } output { 0.0f64 }
-- input { 10i64 1i64 } output { 0.0f64 }

-- ==
-- entry: log_det
-- input { 6i64 3i64 } output { 11.614195728870776f64 }
-- input { 20i64 5i64 } output { 60.80897503442175f64 }
