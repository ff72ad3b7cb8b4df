-- Comparisons do not chain.
-- ==
-- error: E1201

entry main (x: i32) : bool = 0 < x < 10
