-- ==
-- input { 3 } output { 7 }
module type S = { module F: (X: { val x: i32 }) -> { val y: i32 } }
module M: S = { module F (X: { val x: i32 }) = { def y = X.x * 2 def hidden = 3 } }
module N = M.F { def x = 2i32 }
def main (x: i32) = N.y + x
