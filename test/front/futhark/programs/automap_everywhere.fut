-- Functions and operators mapped over arrays without saying so.
-- ==
-- input { [1i32, 2i32, 3i32] [10i32, 20i32, 30i32] }
-- output { [11i32, 22i32, 33i32] [3i32, 6i32, 9i32] [-1i32, -2i32, -3i32] }

-- ==
-- entry: functions
-- input { [4.0f64, 9.0f64] } output { [2.0f64, 3.0f64] [5.0f64, 10.0f64] }

-- ==
-- entry: matrices
-- input { [[1i32, 2i32], [3i32, 4i32]] [10i32, 20i32] }
-- output { [[11i32, 22i32], [13i32, 24i32]] [[2i32, 3i32], [4i32, 5i32]] }

-- ==
-- entry: gather
-- input { [2i64, 0i64] [5i32, 6i32, 7i32] } output { [7i32, 5i32] }

entry main [n] (xs: [n]i32) (ys: [n]i32) : ([n]i32, [n]i32, [n]i32) = (xs + ys, xs * 3, -1 * xs)

def shifted (k: f64) (x: f64) : f64 = x + k

entry functions [n] (xs: [n]f64) : ([n]f64, [n]f64) = (f64.sqrt xs, shifted 1 xs)

entry matrices (a: [2][2]i32) (row: [2]i32) : ([2][2]i32, [2][2]i32) = (map (\r -> r + row) a, a + 1)

def get [n] (xs: [n]i32) (i: i64) : i32 = xs[i]
entry gather [n][m] (is: [n]i64) (xs: [m]i32) : [n]i32 = get xs is
