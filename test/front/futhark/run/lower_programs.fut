-- Small programs: matrix inversion, shortest paths, segments, life.
-- ==
-- entry: inv
-- input { [[2f32,0f32],[0f32,4f32]] } output { [[0.5f32, 0.0f32], [0.0f32, 0.25f32]] }
-- ==
-- entry: floyd
-- input { [[0,5,1],[5,0,1],[1,1,0]] } output { [[0i32, 2i32, 1i32], [2i32, 0i32, 1i32], [1i32, 1i32, 0i32]] }
-- ==
-- entry: sr
-- input { [1,2,3,4] [true,false,true,false] } output { [3i32, 7i32] }
-- ==
-- entry: rle
-- input { [1,1,2,3,3,3] } output { [1i32, 2i32, 3i32] [2i32, 1i32, 3i32] }
-- ==
-- entry: life
-- input { [[false,true,false],[false,true,false],[false,true,false]] 1 } output { [[true, true, true], [true, true, true], [true, true, true]] }

-- Gauss-Jordan
def gauss_jordan [n] [m] (A: [n][m]f32): [n][m]f32 =
  loop A for i < i64.min n m do
    let icol = map (\row -> row[i]) A
    let (j, _) = map f32.abs icol |> zip (iota n) |> drop i
                 |> reduce_comm (\(i, a) (j, b) -> if a < b then (j, b) else if b < a then (i, a) else if j < i then (j, b) else (i, a)) (0, -f32.inf)
    let f = (1 - A[i, i]) / A[j, i]
    let irow = map2 (\x y -> x + y) A[i] (map (* f) A[j])
    in tabulate n (\k -> if k == i then irow else let f = -A[k, i] in map2 (\x y -> x * f + y) irow A[k])
def matrix_inverse [n] (A: [n][n]f32): [n][n]f32 =
  let Ap = map2 (\row i -> map (\j -> if j < n then row[j] else if j == n + i then 1 else 0) (iota (2*n))) A (iota n)
  let Ap' = gauss_jordan Ap
  in Ap'[0:n, n:2*n] :> [n][n]f32
entry inv [n] (A: [n][n]f32) = matrix_inverse A
def fw [n] (D: *[n][n]i32) = loop D for k < n do let Dk = copy D[k] in map (\Di -> map2 (\dij dkj -> i32.min dij (Di[k] + dkj)) Di Dk) D
entry floyd [n] (D: [n][n]i32) = fw (copy D)
def segscan [n] 't (op: t -> t -> t) (ne: t) (as: [n](t, bool)): [n]t =
  (unzip (scan (\(x_flag, x) (y_flag, y) -> (x_flag || y_flag, if y_flag then y else x `op` y)) (false, ne) (zip (map (.1) as) (map (.0) as)))).1
def segreduce [n] 't (op: t -> t -> t) (ne: t) (as: [n](t, bool)): []t =
  let flags = map (.1) as
  let as' = segscan op ne as
  let segment_ends = rotate 1 flags
  let segment_end_offsets = segment_ends |> map i64.bool |> scan (+) 0
  let num = if n > 1 then segment_end_offsets[n-1] else 0
  let scratch = replicate num ne
  let index i f = if f then i - 1 else -1
  in scatter scratch (map2 index segment_end_offsets segment_ends) as'
entry sr [n] (xs: [n]i32) (fs: [n]bool) = segreduce (+) 0 (zip xs fs)
entry rle [n] (xs: [n]i32) =
  let flags = map (\i -> i == 0 || xs[i] != xs[i-1]) (iota n)
  let (vals, _) = unzip (filter (.1) (zip xs flags))
  let counts = segreduce (+) 0 (zip (replicate n 1i32) flags)
  in (vals, counts)
entry life [n][m] (b: [n][m]bool) (k: i32) =
  loop b for _i < k do
    let nb i j = map (\(di, dj) -> i32.bool b[(i + di + n) % n, (j + dj + m) % m]) [(-1,-1),(-1,0),(-1,1),(0,-1),(0,1),(1,-1),(1,0),(1,1)] |> i32.sum
    in tabulate_2d n m (\i j -> let c = nb i j in c == 3 || (c == 2 && b[i, j]))
