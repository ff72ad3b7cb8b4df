-- Local ret.
-- ==
-- error: error\[E12

entry main (x: i32) = let f (y: i32) : f32 = y in f x
