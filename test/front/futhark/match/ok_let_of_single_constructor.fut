type t = #only i32
def f (x: t): i32 =
  let #only y = x
  in y
