-- The rows of a point in a time loop: a version flattens the point around them and gives each row to a block of
-- threads, so that a step is one kernel, and what was not shared otherwise still is not.
-- ==
-- structure cuda { kernel:block 1, not kernel:single }
-- input { 2i64 [[[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]], [[1f64, 1f64, 1f64], [0f64, 2f64, 0f64]]] }
-- output { [[[16f64, 23f64, 33f64], [39.25f64, 56.75f64, 80.25f64]],
--           [[10.25f64, 14.75f64, 20.25f64], [7f64, 11f64, 15f64]]] }
-- input { 1i64 empty([0][2][3]f64) } output { empty([0][2][3]f64) }
-- input { 0i64 [[[1f64]]] } output { [[[1f64]]] }
entry main [q] [n] [m] (steps: i64) (us: [q][n][m]f64) : [q][n][m]f64 =
  map (\u0 ->
    loop u = copy u0 for t < steps do
      map (\i ->
        let s = scan (+) 0 (map (\j -> u[n - 1 - i, j] + f64.i64 t) (iota m))
        let p = scan f64.max 0 (map (\j -> s[m - 1 - j] * 0.5) (iota m))
        in map2 (+) s p) (iota n)) us
