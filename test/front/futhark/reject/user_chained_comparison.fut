-- Comparisons do not chain.
-- ==
-- error: error\[E

entry main (x: i32) : bool = 0 < x < 10
