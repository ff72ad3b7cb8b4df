type opt 't = #some t | #none
def from 't (default: t) (x: opt t): t =
  match x
  case #some y -> y
  case #none -> default
def f (x: opt (opt i32)): i32 =
  match x
  case #some (#some y) -> y
  case #some #none -> 1
  case #none -> 2
