-- A coercion keeps the number of dimensions.
-- ==
-- error: E1201

entry main (xs: []i32) = xs :> [2][2]i32
