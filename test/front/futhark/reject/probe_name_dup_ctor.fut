-- Name dup ctor.
-- ==
-- error: error\[E1

type t = #a | #a i32
entry main (x: i32) = x
