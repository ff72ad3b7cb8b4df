-- Name dup field.
-- ==
-- error: error\[E1

type t = {a: i32, a: i32}
entry main (x: i32) = x
