-- Type fun in sum array.
-- ==
-- error: error\[E12

entry main (x: i32) = length [#f (\y -> y + x)]
