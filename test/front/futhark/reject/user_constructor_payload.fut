-- A value of another type.
-- ==
-- error: E1201

type t = #some i32 | #none
def f (x: f32) : t = #some x
entry main (x: f32) = f x == #none
