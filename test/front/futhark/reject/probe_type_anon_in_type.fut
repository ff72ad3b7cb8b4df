-- Type anon in type.
-- ==
-- error: error\[E1

type t = []i32
entry main (x: i32) = x
