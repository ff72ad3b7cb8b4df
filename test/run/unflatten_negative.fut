-- Two negative sizes have a positive product, and are no sizes. Nor are sizes whose product wraps around.
entry main (a: []i32) (k: i64) (m: i64): []i32 = map i32.sum (unflatten (a :> [k * m]i32))
-- ==
-- input { [1, 2, 3, 4, 5, 6] 2i64 3i64 } output { [6, 15] }
-- input { [1, 2, 3] -1i64 -3i64 } error: E0404.*An array of 3 elements cannot have shape \[-1\]\[-3\]
-- input { empty([0]i32) 4611686018427387904i64 4i64 } error: E0412.*A size in the type of the value overflows i64
-- input { empty([0]i32) 0i64 4611686018427387904i64 } output { empty([0]i32) }
