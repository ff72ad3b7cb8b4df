-- Checks are gone from everyday programs, but for those that depend on scalars, which are made once.
-- ==
-- structure { assert 1 }

def saxpy [n] (a: f32) (xs: [n]f32) (ys: [n]f32) : [n]f32 = map2 (\x y -> a * x + y) xs ys

def dot [n] (xs: [n]f32) (ys: [n]f32) : f32 = reduce (+) 0 (map2 (*) xs ys)

def matmul [n][m][p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (dot row) (transpose b)) a

def stencil [n][m] (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
    let c = a[i, j]
    let up = if i > 0 then a[i - 1, j] else c
    let down = if i < n - 1 then a[i + 1, j] else c
    let left = if j > 0 then a[i, j - 1] else c
    let right = if j + 1 < m then a[i, j + 1] else c
    in c + 0.25 * (up + down + left + right - 4 * c))

def inner_stencil [n][m] (a: [n][m]f32) : [n][m]f32 =
  tabulate_2d n m (\i j ->
    if i > 0 && i < n - 1 && j > 0 && j < m - 1
    then a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
    else a[i, j])

def rotations [n][m] (a: [n][m]f32) : [n][m]f32 =
  map3 (map3 (\x y z -> x + y + z)) a (rotate 1 a) (map (rotate (-1)) a)

def forces [n] (xs: [n]f32) (ms: [n]f32) : [n]f32 =
  map (\x -> reduce (+) 0 (map2 (\y m -> m * (y - x)) xs ms)) xs

entry main [n][m] (k: i64) (a: [n][m]f32) (xs: [n]f32) : ([n][m]f32, [n]f32, [n][n]f32, [m][n]f32) =
  let b = rotations (inner_stencil (stencil a))
  let ys = saxpy (dot xs xs) xs (forces xs xs)
  -- One check remains, of k, in front of the map.
  let zs = map (\i -> ys[i % n] + xs[k]) (iota n)
  in (b, zs, matmul a (transpose a), copy (transpose b))
-- ==
-- input { 0i64 [[1.0f32, 2.0f32], [3.0f32, 4.0f32]] [1.0f32, 2.0f32] }
-- input { 1i64 empty([0][3]f32) empty([0]f32) }
