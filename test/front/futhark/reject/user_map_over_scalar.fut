-- map wants an array.
-- ==
-- error: E1201

entry main (x: i32) = map (+ 1) x
