-- Runtime shift.
-- ==
-- input { 1 31 } output { -2147483648 -1 1 }

entry main (a: i32) (b: i32) = (a << b, (a << b) >> b, (a << b) >>> b)
