-- Match empty sum.
-- ==
-- error: E1204

type t = #a | #b
entry main (x: i32) = match (#a : t) case #a -> x case #c -> x case #b -> x
