-- A constructor is forgotten.
-- ==
-- error: E1501

type t = #a | #b | #c
def f (x: t) : i32 = match x case #a -> 1 case #b -> 2
entry main (x: i32) = f (if x > 0 then #a else #c)
