-- A literal of another size.
-- ==
-- error: error\[E1[23]

entry main : [3]i32 = [1, 2]
