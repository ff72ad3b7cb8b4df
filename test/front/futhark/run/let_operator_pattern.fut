-- A pattern may be an operator, also the whole pattern of a `let`.
-- ==
-- input { 5 } output { 3i32 2i32 -2i32 4i32 }
def main (x: i32) =
  let a = let (+) = i32.min in x + 3
  let b = let (+.) : i32 -> i32 -> i32 = (-) in x +. 3
  let c = let (-) = \(y: i32) (z: i32) -> i32.neg (y i32.- z) in x - 3
  let d = let ((+), y) = ((i32.-), 1) in x + y
  in (a, b, c, d)
