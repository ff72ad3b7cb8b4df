-- Histograms and scatters of all ranks, operators on vectors and tuples, bounds ignored.
entry hist2d [n] (h: i64) (w: i64) (xs: [n](f32)) (ys: [n]f32) : [h][w]i32 =
  reduce_by_index_2d (replicate h (replicate w 0)) (+) 0 (zip (map (\y -> i64.f32 (y * f32.i64 h)) ys) (map (\x -> i64.f32 (x * f32.i64 w)) xs)) (replicate n 1)
entry vectors [n] [d] (k: i64) (is: [n]i64) (vs: [n][d]i32) : [k][d]i32 =
  reduce_by_index (replicate k (replicate d 0)) (map2 i32.max) (replicate d i32.lowest) is vs
entry argmaxes [n] (k: i64) (is: [n]i64) (vs: [n]f64) : ([k]i64, [k]f64) =
  unzip (reduce_by_index (replicate k (-1, -f64.inf)) (\(i, x) (j, y) -> if y > x || (y == x && j < i) then (j, y) else (i, x)) (-1, -f64.inf) is (zip (iota n) vs))
entry rows [n] [m] [k] (dest: *[n][m]i32) (is: [k]i64) (vs: [k][m]i32) : [n][m]i32 = scatter dest is vs
entry cells [n] [m] [k] (dest: *[n][m]i32) (is: [k](i64)) (js: [k]i64) (vs: [k]i32) : [n][m]i32 = scatter_2d dest (zip is js) vs
entry each [b] [n] (k: i64) (is: [b][n]i64) : [b][k]i32 = map (\row -> hist (+) 0 k row (replicate n 1)) is
entry means [n] (k: i64) (is: [n]i64) (vs: [n]f32) : [k]f32 =
  map (\(s, c) -> if c == 0 then f32.nan else s / f32.i64 c)
      (hist (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) k is (map (\v -> (v, 1i64)) vs))
entry scans [n] [m] (a: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  (scan (map2 (+)) (replicate m 0) a, map (scan i32.max i32.lowest) a)
entry exclusive [n] (xs: [n]i64) : ([n]i64, i64) =
  let s = scan (+) 0 xs in (map2 (-) s xs, if n == 0 then 0 else last s)

-- ==
-- entry: hist2d
-- input { 3i64
--   4i64
--   [0.774f32, 0.96f32, 0.166f32, 0.166f32, 0.314f32, 0.199f32, 0.876f32, 0.626f32, 0.182f32, 0.969f32, 0.197f32, 0.965f32, 0.383f32, 0.022f32, 0.415f32, 0.936f32, 0.264f32, 0.332f32, 0.817f32, 0.586f32, 0.596f32, 0.708f32, 0.066f32, 0.355f32, 0.306f32, 0.696f32, 0.185f32, 0.473f32, 0.176f32, 0.256f32]
--   [0.939f32, 0.949f32, 0.358f32, 0.404f32, 0.549f32, 0.419f32, 0.376f32, 0.841f32, 0.453f32, 0.708f32, 0.624f32, 0.954f32, 0.119f32, 0.246f32, 0.819f32, 0.462f32, 0.512f32, 0.893f32, 0.251f32, 0.463f32, 0.59f32, 0.781f32, 0.367f32, 0.296f32, 0.433f32, 0.978f32, 0.208f32, 0.513f32, 0.363f32, 0.148f32] }
-- output { [[2i32, 3i32, 0i32, 1i32], [7i32, 4i32, 2i32, 2i32], [0i32, 2i32, 3i32, 4i32]] }

-- ==
-- entry: vectors
-- input { 5i64
--   [1i64, 4i64, 3i64, -1i64, 1i64, 4i64, 1i64, 1i64, 0i64, 5i64]
--   [[10i32, 80i32, 19i32], [92i32, 88i32, 39i32], [61i32, 20i32, 92i32], [6i32, 10i32, 76i32], [68i32, 51i32, 4i32], [30i32, 94i32, 76i32], [44i32, 32i32, 58i32], [83i32, 53i32, 18i32], [7i32, 81i32, 4i32], [63i32, 42i32, 26i32]] }
-- output { [[7i32, 81i32, 4i32], [83i32, 80i32, 58i32], [0i32, 0i32, 0i32], [61i32, 20i32, 92i32], [92i32, 94i32, 76i32]] }

-- ==
-- entry: argmaxes
-- input { 5i64
--   [1i64, 4i64, 3i64, -1i64, 1i64, 4i64, 1i64, 1i64, 0i64, 5i64]
--   [0.131f64, 0.732f64, 0.95f64, 0.63f64, 0.788f64, 0.107f64, 0.435f64, 0.149f64, 0.845f64, 0.295f64] }
-- output { [8i64, 4i64, -1i64, 2i64, 1i64]
--   [0.845f64, 0.788f64, -f64.inf, 0.95f64, 0.732f64] }

-- ==
-- entry: rows
-- input { [[7i32, 9i32, 2i32], [8i32, 7i32, 7i32], [5i32, 7i32, 4i32], [4i32, 7i32, 6i32]]
--   [2i64, -1i64, 0i64, 9i64]
--   [[28i32, 24i32, 58i32], [78i32, 32i32, 90i32], [73i32, 53i32, 33i32], [21i32, 72i32, 44i32]] }
-- output { [[73i32, 53i32, 33i32], [8i32, 7i32, 7i32], [28i32, 24i32, 58i32], [4i32, 7i32, 6i32]] }

-- ==
-- entry: cells
-- input { [[7i32, 9i32, 2i32], [8i32, 7i32, 7i32], [5i32, 7i32, 4i32], [4i32, 7i32, 6i32]]
--   [1i64, 3i64, 0i64, 4i64]
--   [2i64, 0i64, 3i64, 0i64]
--   [50i32, 51i32, 52i32, 53i32] }
-- output { [[7i32, 9i32, 2i32], [8i32, 7i32, 50i32], [5i32, 7i32, 4i32], [51i32, 7i32, 6i32]] }

-- ==
-- entry: each
-- input { 4i64
--   [[2i64, 0i64, 2i64, 0i64, 2i64, 2i64], [2i64, 3i64, 2i64, 2i64, 2i64, 1i64], [0i64, 3i64, 2i64, 2i64, 2i64, 3i64]] }
-- output { [[2i32, 0i32, 4i32, 0i32], [0i32, 1i32, 4i32, 1i32], [1i32, 0i32, 3i32, 2i32]] }

-- ==
-- entry: means
-- input { 6i64
--   [1i64, 4i64, 3i64, -1i64, 1i64, 4i64, 1i64, 1i64, 0i64, 5i64]
--   [0.131f32, 0.732f32, 0.95f32, 0.63f32, 0.788f32, 0.107f32, 0.435f32, 0.149f32, 0.845f32, 0.295f32] }
-- output { [0.845f32, 0.37575f32, f32.nan, 0.95f32, 0.4195f32, 0.295f32] }

-- ==
-- entry: scans
-- input { [[-1i32, 8i32, 3i32, 5i32], [5i32, 7i32, 0i32, 0i32], [-1i32, 5i32, 0i32, 6i32]] }
-- output { [[-1i32, 8i32, 3i32, 5i32], [4i32, 15i32, 3i32, 5i32], [3i32, 20i32, 3i32, 11i32]]
--   [[-1i32, 8i32, 8i32, 8i32], [5i32, 7i32, 7i32, 7i32], [-1i32, 5i32, 5i32, 6i32]] }

-- ==
-- entry: exclusive
-- input { [3i64, 1i64, 2i64] }
-- output { [0i64, 3i64, 4i64]
--   6i64 }
-- input { empty([0]i64) }
-- output { empty([0]i64)
--   0i64 }
