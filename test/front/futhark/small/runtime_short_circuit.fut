-- Runtime short circuit.
-- ==
-- input { 0 } output { false true }

entry main (x: i32) = (x != 0 && 10 / x > 1, x == 0 || 10 / x > 1)
