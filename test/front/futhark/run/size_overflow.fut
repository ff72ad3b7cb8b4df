-- A size that is a sum, difference or product must be one: what has wrapped around fits no array, though it be 0.
-- ==
-- entry: product
-- input { 2i64 3i64 [1,2,3,4,5,6] } output { 7i64 }
-- input { 0i64 4294967296i64 empty([0]i32) } output { 7i64 }
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- input { 4294967297i64 4294967296i64 empty([0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- input { 2i64 3i64 [1,2,3,4,5] } error: E0404.*has shape \[5\], but must have shape \[6\]
-- ==
-- entry: coerced
-- input { 2i64 3i64 [1,2,3,4,5,6] } output { 6i64 }
-- input { 0i64 4294967296i64 empty([0]i32) } output { 0i64 }
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64
-- input { 4294967297i64 4294967296i64 empty([0]i32) } error: E0412.*A size in the type of the value overflows i64
-- ==
-- entry: rows
-- input { 2i64 1i64 [[1,2]] } output { 7i64 }
-- input { 4294967296i64 4294967296i64 empty([0][0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- ==
-- entry: sum
-- input { -2i64 2i64 empty([0]i32) } output { 7i64 }
-- input { -9223372036854775807i64 9223372036854775807i64 empty([0]i32) } output { 7i64 }
-- input { -9223372036854775808i64 -9223372036854775808i64 empty([0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- input { 9223372036854775807i64 1i64 empty([0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- ==
-- entry: difference
-- input { 9223372036854775807i64 9223372036854775806i64 [1] } output { 7i64 }
-- input { -1i64 -3i64 [1,2] } output { 7i64 }
-- input { -9223372036854775808i64 9223372036854775807i64 [1] } error: E0412.*A size in the type of the argument overflows i64
-- input { 9223372036854775807i64 -9223372036854775807i64 empty([0]i32) } error: E0412.*A size in the type of the argument overflows i64
-- ==
-- entry: nested
-- input { 2i64 3i64 1i64 [1,2,3,4,5,6,7] } output { 7i64 }
-- input { 4294967296i64 4294967296i64 1i64 [1] } error: E0412.*A size in the type of the argument overflows i64
-- input { 9223372036854775807i64 0i64 0i64 empty([0]i32) } output { 7i64 }

entry product (n: i64) (m: i64) (_xs: [n * m]i32) : i64 = 7

entry coerced (n: i64) (m: i64) (xs: []i32) : i64 = length (xs :> [n * m]i32)

entry rows (n: i64) (m: i64) (_xss: [][n * m]i32) : i64 = 7

entry sum (n: i64) (m: i64) (_xs: [n + m]i32) : i64 = 7

entry difference (n: i64) (m: i64) (_xs: [n - m]i32) : i64 = 7

entry nested (n: i64) (m: i64) (k: i64) (_xs: [n * m + k]i32) : i64 = 7
