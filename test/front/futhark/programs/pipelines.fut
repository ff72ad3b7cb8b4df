-- Filters, partitions and folds chained with |>, <| and composition.
-- ==
-- input { 20i64 } output { 819i64 }

-- ==
-- entry: signs
-- input { [5i32, -2i32, 8i32, 0i32, -7i32, 3i32] }
-- output { [5i32, 8i32, 3i32] [-2i32, 0i32, -7i32] }

-- ==
-- entry: three_ways
-- input { [5i32, -2i32, 8i32, 0i32, -7i32, 3i32] }
-- output { [-2i32, -7i32] [0i32] [5i32, 8i32, 3i32] }

-- ==
-- entry: even_squares
-- input { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] } output { [4i32, 16i32, 36i32] 56i32 }

-- ==
-- entry: norm
-- input { [3.0f64, 4.0f64] } output { 5.0f64 }

def even (x: i32) = x % 2 == 0
def square (x: i32) = x * x

entry main (n: i64) : i64 =
  iota n |> filter (\x -> x % 3 == 0) |> map (\x -> x * x) |> reduce (+) 0

entry signs (xs: []i32) : ([]i32, []i32) = partition (> 0) xs

entry three_ways (xs: []i32) : ([]i32, []i32, []i32) =
  let (neg, zero, pos) = partition2 (< 0) (== 0) xs
  in (neg, zero, pos)

entry even_squares (xs: []i32) : ([]i32, i32) =
  let ys = filter even xs |> map (square >-> id)
  in (ys, (filter (> 3) <| ys) |> i32.sum)

entry norm (xs: []f64) : f64 =
  f64.sqrt <| f64.sum <| map (\x -> x * x) xs
