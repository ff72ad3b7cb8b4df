-- A coercion changes sizes only.
-- ==
-- error: error\[E12

entry main (xs: []i32) = xs :> []f32
