-- Logic without parentheses.
-- ==
-- input { 3 } output { true }

entry main (x: i32) = x == 3 && x != 2 && !(x == 4) || false
