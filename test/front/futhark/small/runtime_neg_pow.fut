-- Runtime neg pow.
-- ==
-- input { 2 -1 } error: .

entry main (a: i32) (b: i32) = a ** b
