-- The matrix product, polymorphic in the element by way of its operators.
-- ==
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[7i32, 8i32], [9i32, 10i32], [11i32, 12i32]] }
-- output { [[58i32, 64i32], [139i32, 154i32]] }

-- ==
-- entry: matmul_f32
-- input { [[1.0f32, 0.0f32], [0.0f32, 1.0f32]] [[2.5f32, 3.0f32], [4.0f32, -5.0f32]] }
-- output { [[2.5f32, 3.0f32], [4.0f32, -5.0f32]] }

-- ==
-- entry: power
-- input { 3i64 [[2i64, 1i64], [1i64, 1i64]] } output { [[13i64, 8i64], [8i64, 5i64]] }
-- input { 0i64 [[2i64, 1i64], [1i64, 1i64]] } output { [[1i64, 0i64], [0i64, 1i64]] }

def matmul 'a [n][m][p] (add: a -> a -> a) (mul: a -> a -> a) (zero: a)
                        (A: [n][m]a) (B: [m][p]a) : [n][p]a =
  map (\A_row ->
         map (\B_col ->
                reduce add zero (map2 mul A_row B_col))
             (transpose B))
      A

def matmul_i32 [n][m][p] (A: [n][m]i32) (B: [m][p]i32) = matmul (+) (*) 0i32 A B

def identity (n: i64) : [n][n]i64 =
  tabulate_2d n n (\i j -> if i == j then 1 else 0)

entry main [n][m][p] (A: [n][m]i32) (B: [m][p]i32) : [n][p]i32 =
  matmul_i32 A B

entry matmul_f32 [n][m][p] (A: [n][m]f32) (B: [m][p]f32) : [n][p]f32 =
  matmul (+) (*) 0 A B

entry power [n] (k: i64) (A: [n][n]i64) : [n][n]i64 =
  loop acc = identity n for _i < k do matmul (+) (*) 0 acc A
