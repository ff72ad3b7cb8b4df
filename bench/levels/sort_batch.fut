-- Rows are sorted by bitonic networks; their length is a power of two.
-- ==
-- nobench input { [[4f32, 1f32, 3f32, 2f32]] } output { [[1f32, 2f32, 3f32, 4f32]] }
-- random input { [65536][32]f32 }
-- random input { [1024][1024]f32 }
def sort [n] (xs: [n]f32) : [n]f32 =
  let logs = 63 - i64.i32 (i64.clz (i64.max 1 n))
  in loop xs = copy xs for k < logs do
       loop xs for m < k + 1 do
         let j = 1 << (k - m)
         in map (\i -> let other = i ^ j
                       let (a, b) = (xs[i], #[unsafe] xs[other])
                       let is_up = (i >> (k + 1)) & 1 == 0
                       in if (i < other) == is_up then f32.min a b else f32.max a b) (iota n)
entry main [q][n] (xs: [q][n]f32) : [q][n]f32 = map sort xs
