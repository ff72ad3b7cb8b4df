-- A literal of another size.
-- ==
-- error: E1301

entry main : [3]i32 = [1, 2]
