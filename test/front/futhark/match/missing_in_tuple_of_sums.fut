type t = #a | #b
def f (x: t) (y: t): i32 =
  match (x, y)
  case (#a, #a) -> 1
  case (#b, #b) -> 2
