-- Runtime int min div.
-- ==
-- input { -2147483648 -1 } output { -2147483648 0 }

entry main (a: i32) (b: i32) = (a / b, a % b)
