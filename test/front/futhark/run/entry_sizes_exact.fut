-- The sizes of everything that is read count: of arrays without elements, and of what other variants have.
-- ==
-- entry: count total
-- input { empty([0]i32) empty([0][3]i32) } output { 0i64 }
-- input { [1] [[1,2,3]] } output { 1i64 }
-- input { empty([0]i32) empty([0][0]i32) } error: E0405.*dimension 1 of ts \(argument 1\) must be 3, but is 0
-- input { empty([0]i32) empty([0][4]i32) } error: E0405.*dimension 1 of ts \(argument 1\) must be 3, but is 4
-- ==
-- entry: nested
-- input { empty([0]i32) empty([0][2][3]i32) empty([0][2]i32) } output { 0i64 }
-- input { empty([0]i32) empty([0][2][0]i32) empty([0][2]i32) } error: E0405.*must be 3, but is 0
-- input { empty([0]i32) empty([0][0][0]i32) empty([0][0]i32) } error: E0405.*must be 2, but is 0
-- ==
-- entry: fields
-- input { empty([0]i32) empty([0][2]i32) [1,2] } output { 2i64 }
-- input { empty([0]i32) empty([0][0]i32) [1,2] } error: E0405.*size m is 0 .* but 2
-- ==
-- entry: variant
-- input { 0i8 [4,5,6] 0f32 } output { 4 }
-- input { 1i8 [4,5,6] 0f32 } output { 7 }
-- input { 1i8 empty([0]i32) 0f32 } error: E0405.*must be 3, but is 0
-- ==
-- entry: variants
-- input { empty([0]i8) empty([0][3]i32) empty([0]f32) } output { 0i64 }
-- input { empty([0]i8) empty([0][0]i32) empty([0]f32) } error: E0405.*must be 3, but is 0
-- input { [1i8] [[1,2]] [1f32] } error: E0405.*must be 3, but is 2

type t = {a: i32, b: [3]i32}
type u = {k: i32, rs: [2]{a: [3]i32, b: i32}}
type s = #some [3]i32 | #tail f32

entry count (ts: []t) : i64 = length ts

entry total (ts: []t) : i64 = i64.sum (map (\t -> i64.i32 t.a) ts)

entry nested (us: []u) : i64 = length us

entry fields [m] (ts: []{k: i32, xs: [m]i32}) (ys: [m]i32) : i64 = length ys + length ts

entry variant (v: s) : i32 = match v case #some xs -> xs[0] case #tail _ -> 7

entry variants (vs: []s) : i64 = length vs
