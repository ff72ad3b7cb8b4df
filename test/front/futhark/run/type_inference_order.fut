-- Types that flow backwards through lambdas and pipes.
-- ==
-- entry: main
-- input { [1u8, 2u8] } output { [2u8, 3u8] 3i64 [1.0f32, 2.0f32] }
def main (xs: []u8): ([]u8, i64, []f32) =
  ( map (\x -> x + 1) xs
  , (\f -> f 1) (\x -> x + 2)
  , xs |> map (\x -> f32.u8 x * 1) )
