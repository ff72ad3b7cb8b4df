-- A pattern variable in another case.
-- ==
-- error: E1101

type t = #some i32 | #none
def f (o: t) : i32 = match o case #some x -> x case #none -> x
entry main (x: i32) = f (#some x)
