-- A constructor without its value.
-- ==
-- error: E1204

type t = #some i32 | #none
def f (x: i32) : t = if x > 0 then #some else #none
entry main (x: i32) = f x == #none
