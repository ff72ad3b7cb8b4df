-- Type compare sum.
-- ==
-- error: E1201

type t = #a | #b
entry main (x: i32) = (#a : t) < (#b : t)
