-- The neutral element has another type.
-- ==
-- error: error\[E12

entry main (xs: []i32) = scan (+) 0.0 xs
