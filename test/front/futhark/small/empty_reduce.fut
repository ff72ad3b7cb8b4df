-- Empty reduce.
-- ==
-- input { empty([0]i32) } output { 0 1 -2147483648 }

entry main (xs: []i32) = (i32.sum xs, i32.product xs, i32.maximum xs)
