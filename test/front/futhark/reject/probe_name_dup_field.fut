-- Name dup field.
-- ==
-- error: E1212

type t = {a: i32, a: i32}
entry main (x: i32) = x
