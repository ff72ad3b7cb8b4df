-- Type compare sum.
-- ==
-- error: error\[E12

type t = #a | #b
entry main (x: i32) = (#a : t) < (#b : t)
