type t [n] = #some ([n]i32) | #none
def f [n] (x: t [n]): i32 =
  match x
  case #some xs -> xs[0]
  case #none -> 0
