type inner = #x | #y i32
type outer = #a inner | #b
def f (o: outer): i32 =
  match o
  case #a #x -> 1
  case #a (#y 0) -> 2
  case #b -> 3
