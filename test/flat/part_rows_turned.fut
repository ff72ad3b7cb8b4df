-- A matrix of each point that is made by columns and copied: all columns of all points are one kernel.
-- ==
-- input { 3i64 [[[1f32, 2f32], [3f32, 4f32]], [[5f32, 6f32], [7f32, 8f32]]] }
-- output { [[[1f32, 2f32], [6f32, 10f32]], [[5f32, 6f32], [22f32, 26f32]]]
--          [[[1f32, 4f32], [3f32, 10f32]], [[5f32, 16f32], [7f32, 22f32]]] }
-- structure cuda { kernel:map 1 }
def running [b] (bias: i64) (xs: [b]f32) : *[b]f32 =
  loop ys = copy xs for i < b do
    let sum = loop sum = 0 for k < i do sum + f32.i64 bias * ys[k]
    in ys with [i] = ys[i] + sum

entry main [n] [b] (bias: i64) (xs: [n][b][b]f32) : ([n][b][b]f32, [n][b][b]f32) =
  unzip (map (\x -> (copy (transpose (map (running bias) (transpose x))), map (\row -> running 2 row) x)) xs)
