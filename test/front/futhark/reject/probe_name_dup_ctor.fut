-- Name dup ctor.
-- ==
-- error: E1212

type t = #a | #a i32
entry main (x: i32) = x
