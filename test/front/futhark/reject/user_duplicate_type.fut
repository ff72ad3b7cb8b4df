-- The same type twice.
-- ==
-- error: E1106

type t = i32
type t = i64
entry main (x: t) = x
