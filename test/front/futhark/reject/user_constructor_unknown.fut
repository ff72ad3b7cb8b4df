-- A constructor that the type does not have.
-- ==
-- error: E1204

type t = #a | #b
def f (x: i32) : t = if x > 0 then #a else #c
entry main (x: i32) = f x == #a
