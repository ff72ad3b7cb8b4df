-- A coercion keeps the number of dimensions.
-- ==
-- error: error\[E12

entry main (xs: []i32) = xs :> [2][2]i32
