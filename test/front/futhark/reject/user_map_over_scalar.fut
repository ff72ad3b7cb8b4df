-- map wants an array.
-- ==
-- error: error\[E12

entry main (x: i32) = map (+ 1) x
