-- The length of a filter in the parameter of a returned function.
-- ==
-- error: E1307
def f (x: bool) =
  let ys = filter (>0) [1,2,3i32]
  let n = length ys
  in \(y: [n]bool) -> true
