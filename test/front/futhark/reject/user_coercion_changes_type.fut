-- A coercion changes sizes only.
-- ==
-- error: E1201

entry main (xs: []i32) = xs :> []f32
