-- Nests whose points go through several pars have a version for a block of threads.
-- ==
-- entry: rounds
-- structure cuda { kernel:block 2, not kernel:single }
-- input { 2i64 [[1f64, 2f64, 3f64], [4f64, 5f64, 6f64]] }
-- output { [[2.5f64, 2.25f64, 1.5f64], [7.0f64, 6.0f64, 3.75f64]] }
entry rounds [n] [m] (k: i64) (xs: [n][m]f64) : [n][m]f64 =
  map (\row -> loop a = copy row for _i < k do
    let s = scan (+) 0 a
    in map (\j -> s[m - 1 - j] * 0.5) (iota m)) xs

-- A loop of the host over a small array is one point.
-- ==
-- entry: settle
-- structure cuda { par@block 3 }
-- input { [1f32, 2f32, 3f32, 4f32] }
-- output { 12i64 [2.4765625f32, 2.4921875f32, 2.5078125f32, 2.5234375f32] }
-- input { empty([0]f32) } output { 0i64 empty([0]f32) }
-- input { [7f32] } output { 1i64 [7f32] }
entry settle [m] (xs: [m]f32) : (i64, [m]f32) =
  let (n, ys, _) =
    loop (n, ys, d) = (0i64, copy xs, 1f32) while m > 0 && d > 0.01 && n < 100 do
      let zs = map (\i -> (ys[i64.max 0 (i - 1)] + ys[i64.min (m - 1) (i + 1)]) / 2) (iota m)
      in (n + 1, zs, f32.maximum (map2 (\a b -> f32.abs (a - b)) ys zs))
  in (n, ys)
