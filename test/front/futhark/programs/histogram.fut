-- Histograms by reduce_by_index and hist, with several operators.
-- ==
-- input { 4i64 [0i32, 1i32, 1i32, 3i32, 7i32, -1i32, 3i32, 3i32] }
-- output { [1i32, 2i32, 0i32, 3i32] }

-- ==
-- entry: maxima
-- input { 3i64 [0i64, 2i64, 0i64, 2i64, 2i64] [1.5f32, 2.0f32, -4.0f32, 8.0f32, 3.0f32] }
-- output { [1.5f32, -f32.inf, 8.0f32] }

-- ==
-- entry: first_and_count
-- input { 3i64 [0i64, 2i64, 0i64, 2i64, 2i64, 5i64] }
-- output { [0i64, 9i64, 1i64] [2i64, 9i64, 3i64] }

-- ==
-- entry: commonest
-- input { [104u8, 101u8, 108u8, 108u8, 111u8] } output { 2i32 108u8 }

entry main (k: i64) (values: []i32) : [k]i32 =
  let indices = map i64.i32 values
  in reduce_by_index (replicate k 0) (+) 0 indices (map (const 1) values)

entry maxima [n] (k: i64) (is: [n]i64) (vs: [n]f32) : [k]f32 =
  hist f32.max f32.lowest k is vs

-- Where each key occurs first, and how often it occurs; 9 stands for never.
entry first_and_count [n] (k: i64) (keys: [n]i64) : ([k]i64, [k]i64) =
  let bins : [k](i64, i64) = replicate k (i64.highest, 0)
  let bins =
    reduce_by_index bins
                    (\(a, c) (b, d) -> (i64.min a b, c + d))
                    (i64.highest, 0)
                    keys
                    (map (\i -> (i, 1)) (iota n))
  in unzip (map (\(first, count) -> if count == 0 then (9, 9) else (first, count)) bins)

entry commonest (text: []u8) : (i32, u8) =
  let counts = hist (+) 0 256 (map i64.u8 text) (map (\_ -> 1i32) text)
  let (c, n) =
    reduce_comm (\(i, x) (j, y) -> if x > y || (x == y && i < j) then (i, x) else (j, y))
                (0, 0)
                (zip (iota 256) counts)
  in (n, u8.i64 c)
