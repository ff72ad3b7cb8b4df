-- Type needs hat.
-- ==
-- error: E1214

type t = i32 -> i32
entry main (a: i64) = a
