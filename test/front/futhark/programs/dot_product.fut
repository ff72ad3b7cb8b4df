-- The dot product, as users first write it, and with a pipe.
-- ==
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] } output { 32i32 }
-- input { empty([0]i32) empty([0]i32) } output { 0i32 }
-- input { [2147483647i32, 1i32] [2i32, -3i32] } output { -5i32 }

-- ==
-- entry: piped
-- input { [1.5f64, 2.5f64] [2.0f64, -4.0f64] } output { -7.0f64 }

def dotprod [n] (xs: [n]i32) (ys: [n]i32) : i32 =
  reduce (+) 0 (map2 (*) xs ys)

def piped_dot [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  zip xs ys |> map (\(x, y) -> x * y) |> f64.sum

entry main xs ys = dotprod xs ys

entry piped [n] (xs: [n]f64) (ys: [n]f64) = piped_dot xs ys
