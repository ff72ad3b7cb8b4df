-- Reductions that most elements leave as they are, and sums of what is kept. Compiled loops go
-- through them in blocks of points: of the former those are skipped that change nothing.
-- ==
-- entry: first
-- input { 0i64 7i64 13i64 } output { f32.inf -1i64 }
-- input { 1i64 7i64 13i64 } output { 11.0f32 0i64 }
-- input { 1000i64 7i64 997i64 } output { 0.0f32 853i64 }
-- input { 1300i64 -1i64 1301i64 } output { 0.0f32 11i64 }
-- input { 2500i64 37i64 100i64 } output { 0.0f32 97i64 }
-- ==
-- entry: last
-- input { 0i64 7i64 13i64 } output { -1i32 f32.inf }
-- input { 1i64 7i64 13i64 } output { 0i32 11.0f32 }
-- input { 1000i64 7i64 997i64 } output { 853i32 0.0f32 }
-- input { 1300i64 -1i64 1301i64 } output { 11i32 0.0f32 }
-- input { 2500i64 37i64 100i64 } output { 2497i32 0.0f32 }
-- ==
-- entry: any_order
-- input { 0i64 7i64 13i64 } output { f32.inf 0i64 }
-- input { 1i64 7i64 13i64 } output { 11.0f32 0i64 }
-- input { 1000i64 7i64 997i64 } output { 0.0f32 853i64 }
-- input { 1300i64 -1i64 1301i64 } output { 0.0f32 11i64 }
-- input { 2500i64 37i64 100i64 } output { 0.0f32 97i64 }
-- ==
-- entry: with_nans
-- input { 0i64 7i64 13i64 } output { 0.0f64 -1i64 }
-- input { 1i64 7i64 13i64 } output { 11.0f64 0i64 }
-- input { 1000i64 7i64 997i64 } output { 6.0f64 569i64 }
-- input { 1300i64 -1i64 1301i64 } output { 6.0f64 5i64 }
-- input { 2500i64 37i64 100i64 } output { 6.0f64 35i64 }
-- ==
-- entry: greatest_and_least
-- input { 0i64 7i64 13i64 } output { f32.inf -1i64 -f32.inf -1i64 }
-- input { 1i64 7i64 13i64 } output { 11.0f32 0i64 11.0f32 0i64 }
-- input { 1000i64 7i64 997i64 } output { 0.0f32 853i64 996.0f32 568i64 }
-- input { 1300i64 -1i64 1301i64 } output { 0.0f32 11i64 1300.0f32 12i64 }
-- input { 2500i64 37i64 100i64 } output { 0.0f32 97i64 99.0f32 24i64 }
-- ==
-- entry: of_rows
-- input { 0i64 7i64 13i64 } output { [-1i64, -1i64, -1i64] }
-- input { 1i64 7i64 13i64 } output { [0i64, 0i64, 0i64] }
-- input { 1000i64 7i64 997i64 } output { [853i64, 925i64, 949i64] }
-- input { 1300i64 -1i64 1301i64 } output { [11i64, 656i64, 871i64] }
-- input { 2500i64 37i64 100i64 } output { [97i64, 35i64, 99i64] }
-- ==
-- entry: nearest
-- input { 1000i64 7i64 997i64 } output { [853i64, 141i64, 426i64, 711i64] }
-- input { 1300i64 -1i64 1301i64 } output { [11i64, 10i64, 9i64, 8i64] }
-- input { 2500i64 37i64 100i64 } output { [97i64, 197i64, 297i64, 397i64] }
-- ==
-- entry: kept_sums
-- input { 0i64 7i64 13i64 } output { 0i64 0.0f32 0.0f32 }
-- input { 1i64 7i64 13i64 } output { 1i64 11.0f32 0.47265625f32 }
-- input { 1000i64 7i64 997i64 } output { 996i64 496554.0f32 1288462.0f32 }
-- input { 1300i64 -1i64 1301i64 } output { 1296i64 845632.0f32 2863984.5f32 }
-- input { 2500i64 37i64 100i64 } output { 2400i64 123600.0f32 32064.062f32 }
-- ==
-- entry: kept_sums_of_rows
-- input { 0i64 7i64 13i64 } output { [0i64, 0i64, 0i64] [0.0f32, 0.0f32, 0.0f32] [0.0f32, 0.0f32, 0.0f32] }
-- input { 1i64 7i64 13i64 } output { [1i64, 0i64, 0i64] [11.0f32, 0.0f32, 0.0f32] [0.0f32, 0.0f32, 0.0f32] }
-- input { 1000i64 7i64 997i64 } output { [992i64, 984i64, 977i64] [500.5363f32, 504.5376f32, 508.04504f32] [245980.08f32, 242027.14f32, 238588.05f32] }
-- input { 1300i64 -1i64 1301i64 } output { [1300i64, 1300i64, 1300i64] [650.4908f32, 650.49f32, 650.48926f32] [422515.72f32, 422513.16f32, 422514.94f32] }
-- input { 2500i64 37i64 100i64 } output { [1550i64, 650i64, 0i64] [68.5f32, 87.0f32, 0.0f32] [24025.0f32, 4200.0f32, 0.0f32] }
-- ==
-- entry: kept_and_greatest
-- input { 0i64 7i64 13i64 } output { 0i64 0.0f32 -f32.inf 0.0f32 }
-- input { 1i64 7i64 13i64 } output { 0i64 0.0f32 11.0f32 0.0f32 }
-- input { 1000i64 7i64 997i64 } output { 9i64 36.0f32 996.0f32 6.0f32 }
-- input { 1300i64 -1i64 1301i64 } output { 9i64 36.0f32 1300.0f32 4.0f32 }
-- input { 2500i64 37i64 100i64 } output { 225i64 900.0f32 99.0f32 5.0f32 }

-- Data without order: a few of them equal.
def some (n: i64) (a: i64) (m: i64) : *[n]f32 =
  opaque (tabulate n (\i -> f32.i64 ((i * a + 11) % m)))

entry first (n: i64) (a: i64) (m: i64) : (f32, i64) =
  let ds = some n a m
  in reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f32.inf, -1) (zip ds (indices ds))

entry last (n: i64) (a: i64) (m: i64) : (i32, f32) =
  let ds = some n a m
  in reduce (\(i, d) (j, e) -> if d < e then (i, d) else (j, e)) (-1, f32.inf)
            (zip (map i32.i64 (indices ds)) ds)

entry any_order (n: i64) (a: i64) (m: i64) : (f32, i64) =
  let ds = some n a m
  in reduce_comm (\(d, i) (e, j) ->
                    if d < e then (d, i) else if e < d then (e, j)
                    else if i < j then (d, i) else (e, j))
                 (f32.inf, n) (zip ds (indices ds))

-- Nans are greater than all.
entry with_nans (n: i64) (a: i64) (m: i64) : (f64, i64) =
  let ds = map (\d -> if d > 5 then f64.f32 d else f64.nan) (some n a m)
  in reduce (\(d, i) (e, j) ->
               if i < 0 then (e, j) else if j < 0 then (d, i)
               else if e < d || (f64.isnan d && !(f64.isnan e)) then (e, j) else (d, i))
            (0, -1) (zip ds (indices ds))

entry greatest_and_least (n: i64) (a: i64) (m: i64) =
  let ds = some n a m
  let (l, i) = reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f32.inf, -1) (zip ds (indices ds))
  let (g, k) = reduce (\(d, i) (e, j) -> if e > d then (e, j) else (d, i)) (-f32.inf, -1) (zip ds (indices ds))
  in (l, i, g, k)

entry of_rows (n: i64) (a: i64) (m: i64) =
  map (\b -> let ds = some n b m
             in (reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f32.inf, -1)
                        (zip ds (indices ds))).1)
      [a, 2 * a, 3 * a]

entry nearest (n: i64) (a: i64) (m: i64) : [4]i64 =
  (loop (ds, out) = (some n a m, replicate 4 (-1)) for r < 4 do
     let (_, i) = reduce (\(d, i) (e, j) -> if e < d then (e, j) else (d, i)) (f32.inf, -1)
                         (zip ds (indices ds))
     in (ds with [i] = f32.inf, out with [r] = i)).1

-- What is kept, counted and added up, alone and beside the values themselves.
entry kept_sums (n: i64) (a: i64) (m: i64) =
  let ds = filter (\d -> d > 3) (some n a m)
  in (length ds, f32.sum ds, f32.sum (map (\d -> d * d) (map (/ 16) ds)))

entry kept_sums_of_rows (n: i64) (a: i64) (m: i64) =
  unzip3 (map (\b ->
    let ds = filter (\d -> d > f32.i64 b) (some n b m)
    let mean = f32.sum ds / f32.i64 (i64.max 1 (length ds))
    in (length ds, mean, f32.sum (map (\d -> f32.abs (d - mean)) ds)))
    [a, 2 * a, 3 * a])

entry kept_and_greatest (n: i64) (a: i64) (m: i64) =
  let ds = some n a m
  let ks = filter (\d -> d < 9) ds
  in (length ks, f32.sum ks, f32.maximum ds, if null ks then 0 else ks[length ks / 2])
