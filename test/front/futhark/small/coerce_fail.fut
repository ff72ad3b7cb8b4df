-- Coerce fail.
-- ==
-- input { [1,2] } error: E0404

entry main (xs: []i32) = xs :> [3]i32
