-- Type cond type.
-- ==
-- error: error\[E12

entry main (x: i32) = if 1 then x else x
