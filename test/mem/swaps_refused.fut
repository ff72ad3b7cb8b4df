-- Selections that may meet without being the same are copied aside.
-- ==
-- structure c { copies 4, alloc 2 }
-- ==
-- entry: moved
-- input { 1i64 [1, 2, 3, 4, 5] } output { [2, 3, 4, 4, 5] }
-- input { 0i64 [1, 2, 3, 4, 5] } output { [1, 2, 3, 4, 5] }
-- input { 2i64 [1, 2, 3, 4, 5] } output { [3, 4, 5, 4, 5] }
-- ==
-- entry: spread
-- input { 1i64 [1, 2, 3, 4, 5, 6, 7] } output { [2, 2, 4, 4, 6, 6, 7] }
-- input { 2i64 [1, 2, 3, 4, 5, 6, 7] } output { [3, 2, 5, 4, 7, 6, 7] }
entry moved [n] (k: i64) (a: *[n]i32): [n]i32 = a with [0:3] = copy (a[k:k + 3] :> [3]i32)
entry spread [n] (k: i64) (a: *[n]i32): [n]i32 = a with [0:6:2] = copy (a[k:k + 6:2] :> [3]i32)
