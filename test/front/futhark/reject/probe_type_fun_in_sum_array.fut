-- Type fun in sum array.
-- ==
-- error: E1205

entry main (x: i32) = length [#f (\y -> y + x)]
