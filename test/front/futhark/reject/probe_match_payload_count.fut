-- Match payload count.
-- ==
-- error: E1204

type t = #a i32 i32 | #b
def f (x: t) = match x case #a y -> y case #b -> 2
entry main (x: i32) = f #b
