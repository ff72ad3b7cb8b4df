-- The same type twice.
-- ==
-- error: error\[E11

type t = i32
type t = i64
entry main (x: t) = x
