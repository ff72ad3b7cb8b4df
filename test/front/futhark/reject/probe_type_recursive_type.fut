-- Type recursive type.
-- ==
-- error: E1102

type list = #nil | #cons i32 list
entry main (x: i32) = x
