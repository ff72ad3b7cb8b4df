-- Local ret.
-- ==
-- error: E1201

entry main (x: i32) = let f (y: i32) : f32 = y in f x
