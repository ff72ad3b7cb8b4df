-- Type recursive type.
-- ==
-- error: error\[E1

type list = #nil | #cons i32 list
entry main (x: i32) = x
