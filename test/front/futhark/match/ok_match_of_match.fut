type t = #a | #b
def f (x: t) (y: t): i32 =
  match (match x
         case #a -> y
         case #b -> x)
  case #a -> 1
  case #b -> 2
