-- A function in the result that can never be applied.
def f (x: bool) =
  let n = if x then 10 else 20
  in \(y: [n]bool) -> true
