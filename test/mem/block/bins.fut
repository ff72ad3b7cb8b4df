-- A block of threads shares histograms: bins are in fast memory, where threads combine by single steps, or under locks.
-- Alone, a histogram of rows is a kernel for all of them.
-- ==
-- structure cuda { kernel:block 4, not kernel:single }
-- entry: equalise
-- input { [[0u8, 5u8, 9u8, 5u8, 255u8], [7u8, 7u8, 7u8, 7u8, 7u8]] }
-- output { [[0u8, 170u8, 255u8, 170u8, 255u8], [0u8, 0u8, 0u8, 0u8, 0u8]] }
-- input { empty([0][3]u8) } output { empty([0][3]u8) }
-- input { empty([2][0]u8) } output { empty([2][0]u8) }
entry equalise [n] [m] (xs: [n][m]u8) : [n][m]u8 =
  map (\row ->
    let sums = scan (+) 0 (hist (+) 0 16 (map i64.u8 row) (replicate m 1i32))
    let least = sums[i64.u8 (u8.minimum row)  % 16]
    in map (\x -> if x > 15 then 255 else u8.i32 ((sums[i64.u8 x] - least) * 255 / i32.max 1 (sums[15] - least))) row) xs

-- Bins from round to round, combined with what was there; several histograms in one loop over the points; and sums
-- beside them.
-- ==
-- entry: means
-- input { 3i64 [[1f64, 2f64, 10f64, 12f64], [0f64, 1f64, 2f64, 3f64]] }
-- output { [[1.5f64, 11f64], [0.5f64, 2.5f64]] [[2i64, 2i64], [2i64, 2i64]] [25f64, 6f64] }
-- input { 0i64 [[1f64, 4f64]] } output { [[1f64, 4f64]] [[0i64, 0i64]] [0f64] }
entry means [n] [m] (rounds: i64) (xs: [n][m]f64) =
  unzip3 (map (\row ->
    let start = ([row[0], row[m - 1]], [0i64, 0i64], 0f64)
    in loop (centres, _, _) = start for _i < rounds do
      let near = map (\x -> if f64.abs (x - centres[0]) <= f64.abs (x - centres[1]) then 0i64 else 1i64) row
      let counts = hist (+) 0 2 near (replicate m 1i64)
      let sums = hist (+) 0 2 near row
      in ([sums[0] / f64.i64 counts[0], sums[1] / f64.i64 counts[1]], counts, f64.sum row)) xs)

-- Elements of one and two bytes, half floats, extremes, products; indices that are out of range.
-- ==
-- entry: kinds
-- input { [[0i64, 2i64, 0i64, -1i64, 2i64, 3i64]] [[3i8, 5i8, -7i8, 9i8, 2i8, 100i8]] }
-- output { [[-7i8, 127i8, 2i8]] [[-4i16, 0i16, 7i16]] [[-4f16, 0f16, 7f16]] [[true, false, true]] [[-21i64, 1i64, 10i64]] [[3f32, -inf, 5f32]] [[0f64, 21f64]] }
-- input { empty([1][0]i64) empty([1][0]i8) }
-- output { [[127i8, 127i8, 127i8]] [[0i16, 0i16, 0i16]] [[0f16, 0f16, 0f16]] [[false, false, false]] [[1i64, 1i64, 1i64]] [[-inf, -inf, -inf]] [[0f64, 0f64]] }
entry kinds [n] [m] (is: [n][m]i64) (xs: [n][m]i8) =
  let all = map2 (\i x ->
    let least = hist i8.min 127 3 i x
    let sums = hist (+) 0 3 i (map i16.i8 x)
    let halves = hist (+) 0 3 i (map f16.i8 x)
    let any = hist (||) false 3 i (map (!= 0) x)
    let products = hist (*) 1 3 i (map i64.i8 x)
    let most = hist f32.max (-f32.inf) 3 i (map f32.i8 x)
    let ends = hist (+) 0 2 (map (/ 2) i) (map (\v -> f64.i64 v * 3) i)
    in (least, sums, (halves, any, products), (most, ends))) is xs
  let (least, sums, others, rest) = unzip4 all
  let (halves, any, products) = unzip3 others
  let (most, ends) = unzip rest
  in (least, sums, halves, any, products, most, ends)

-- Several values under a lock, rows, and bins of two dimensions.
-- ==
-- entry: wide
-- input { [[0i64, 1i64, 0i64, 1i64, 1i64]] [[3f32, 5f32, 7f32, 9f32, 2f32]] }
-- output { [[7f32, 9f32]] [[2i64, 3i64]] [[[10f32, 2f32], [16f32, 3f32]]] [[[0i32, 2i32, 0i32], [0i32, 0i32, 3i32]]] }
entry wide [n] [m] (is: [n][m]i64) (xs: [n][m]f32) =
  unzip4 (map2 (\i x ->
    let larger (a: f32, k: i64) (b, l) = if b > a || (b == a && l < k) then (b, l) else (a, k)
    let (most, places) = unzip (hist larger (-f32.inf, i64.highest) 2 i (zip x (iota m)))
    let rows = hist (map2 (+)) [0, 0] 2 i (map (\v -> [v, 1]) x)
    let pairs = hist_2d (+) 0 2 3 (map (\v -> (v, v + 1)) i) (replicate m 1i32)
    in (most, places, rows, pairs)) is xs)

-- A kernel for all rows.
-- ==
-- entry: alone
-- input { 2i64 [[0i64, 1i64, 1i64]] } output { [[1i32, 2i32]] }
entry alone [n] [m] (k: i64) (is: [n][m]i64) : [n][k]i32 = map (\row -> hist (+) 0 k row (replicate m 1)) is
