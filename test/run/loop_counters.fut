-- Loops inside of a par that count in other types than i64.
-- ==
-- entry: signed
-- input { 3i32 5i8 [1i64, 2i64] } output { [18i64, 36i64] }
-- input { 0i32 -1i8 [1i64, 2i64] } output { [1i64, 2i64] }
-- ==
-- entry: unsigned
-- input { 200u8 [1i64, 2i64] } output { [201i64, 202i64] }
entry signed [n] (k: i32) (m: i8) (xs: [n]i64): [n]i64 =
  map (\x -> let y = loop y = x for _i < k do 2 * y
             in loop y for _i < m do y + 2 * x * i64.bool (y > 0)) xs

entry unsigned [n] (k: u8) (xs: [n]i64): [n]i64 =
  map (\x -> loop x for _i < k do x + 1) xs
