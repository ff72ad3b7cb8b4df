-- Runtime neg pow.
-- ==
-- input { 2 -1 } error: E0403.*.

entry main (a: i32) (b: i32) = a ** b
