-- Type unused constructor args.
-- ==
-- error: E1204

type t = #a i32 | #b
def f (x: t) = match x case #a -> 1 case #b -> 2
entry main (x: i32) = f (#a x)
