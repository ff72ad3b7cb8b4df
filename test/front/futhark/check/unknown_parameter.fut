-- A function in the result that can never be applied.
def f (x: bool) =
  let n = loop k = 1 for _i < 3 do if x then k * 2 else k
  in \(y: [n]bool) -> true
