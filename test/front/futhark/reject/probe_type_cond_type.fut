-- Type cond type.
-- ==
-- error: E1201

entry main (x: i32) = if 1 then x else x
