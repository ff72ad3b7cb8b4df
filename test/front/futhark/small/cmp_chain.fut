-- Cmp chain.
-- ==
-- input { 5 } output { true false true }

entry main (x: i32) = (x >= 5 && x <= 5, x != 5 || false, !(x < 5))
