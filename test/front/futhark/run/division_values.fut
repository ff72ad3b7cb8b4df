-- A division by zero shows what was divided; where all points fail alike it is asked once, in front of them.
-- ==
-- entry: quotient
-- input { -7i32 0i32 } error: E0403.*division by zero: -7 / 0\.
-- input { -7i32 2i32 } output { -4i32 }
-- ==
-- entry: rest
-- input { 200u8 0u8 } error: E0403.*division by zero: 200 % 0\.
-- input { 200u8 7u8 } output { 4u8 }
-- ==
-- entry: large
-- input { 18446744073709551615u64 0u64 } error: E0403.*division by zero: 18446744073709551615 / 0\.
-- ==
-- entry: each
-- input { [1i64, 5i64] [1i64, 0i64] } error: E0403.*division by zero: 5 / 0\.
-- ==
-- entry: all
-- input { [8i64, 5i64] 0i64 } error: E0403.*division by zero: (8|_) / 0\.
-- input { [8i64, 5i64] 2i64 } output { [4i64, 2i64] }
-- input { empty([0]i64) 0i64 } output { empty([0]i64) }

entry quotient (x: i32) (y: i32) = x / y

entry rest (x: u8) (y: u8) = x % y

entry large (x: u64) (y: u64) = x / y

entry each [n] (xs: [n]i64) (ys: [n]i64) = map2 (/) xs ys

entry all [n] (xs: [n]i64) (y: i64) = map (\x -> x / y) xs
