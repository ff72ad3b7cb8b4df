type color = #red | #green | #blue
def f (c: color): i32 =
  match c
  case #green -> 1
