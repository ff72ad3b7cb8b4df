-- Type needs hat.
-- ==
-- error: error\[E1

type t = i32 -> i32
entry main (a: i64) = a
