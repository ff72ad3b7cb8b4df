-- Nested sum.
-- ==
-- input { 3 } output { 3 5 }

type inner = #l i32 | #r f32
type outer = #a inner | #b (i32, inner) | #c
def f (o: outer) : i32 = match o
  case #a (#l x) -> x
  case #a (#r _) -> 1
  case #b (x, #l y) -> x + y
  case #b (x, #r _) -> x
  case #c -> 0
entry main (x: i32) = (f (#a (#l x)), f (#b (x, #l 2)))
