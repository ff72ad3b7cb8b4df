-- Runtime unflatten.
-- ==
-- input { [1,2,3] } error: E0404.*.

entry main [k] (xs: [k]i32) : [2][2]i32 = unflatten (xs :> [2*2]i32)
