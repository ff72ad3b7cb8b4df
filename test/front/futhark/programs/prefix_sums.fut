-- Inclusive and exclusive scans, of numbers and of tuples.
-- ==
-- input { [1i32, 2i32, 3i32, 4i32] } output { [1i32, 3i32, 6i32, 10i32] [0i32, 1i32, 3i32, 6i32] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }

-- ==
-- entry: running_extrema
-- input { [3i32, 1i32, 4i32, 1i32, 5i32] }
-- output { [3i32, 3i32, 4i32, 4i32, 5i32] [3i32, 1i32, 1i32, 1i32, 1i32] }

-- ==
-- entry: linear_recurrence
-- input { [0.5f64, 2.0f64, 1.0f64] [1.0f64, 0.0f64, 3.0f64] } output { [1.0f64, 2.0f64, 5.0f64] }

-- ==
-- entry: products_and_total
-- input { [2i32, 3i32, 4i32] } output { [2i32, 6i32, 24i32, 24i32] }

def exscan [n] 't (op: t -> t -> t) (ne: t) (xs: [n]t) : [n]t =
  let inclusive = scan op ne xs
  in map (\i -> if i == 0 then ne else inclusive[i - 1]) (iota n)

entry main [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  (scan (+) 0 xs, exscan (+) 0 xs)

entry running_extrema [n] (xs: [n]i32) : ([n]i32, [n]i32) =
  let op (a, b) (c, d) = (i32.max a c, i32.min b d)
  in unzip (scan op (i32.lowest, i32.highest) (map (\x -> (x, x)) xs))

-- y[i] = a[i] * y[i - 1] + b[i], as a scan over functions that are given by their coefficients.
entry linear_recurrence [n] (as: [n]f64) (bs: [n]f64) : [n]f64 =
  let compose (a1, b1) (a2, b2) = (a1 * a2, b1 * a2 + b2)
  in zip as bs |> scan compose (1, 0) |> map (.1)

entry products_and_total [n] (xs: [n]i32) : [n + 1]i32 =
  scan (*) 1 xs ++ [i32.product xs]
