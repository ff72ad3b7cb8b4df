-- Type anon in type.
-- ==
-- error: E1214

type t = []i32
entry main (x: i32) = x
