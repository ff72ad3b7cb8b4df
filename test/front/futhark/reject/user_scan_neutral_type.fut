-- The neutral element has another type.
-- ==
-- error: E1201

entry main (xs: []i32) = scan (+) 0.0 xs
