-- ==
-- input { 3 } output { 4 7 5 }
module type FT = (X: { val x: i32 }) -> { val y: i32 }
module F: FT = \(X: { val x: i32 }) -> { def y = X.x + 1 def z = 2i32 }
module G = F { def x = 3i32 }
module N = { module K = { def (+) (a: i32) (b: i32) = (a * b) i32.+ 1 def two = 2i32 } }
def f (i32: { x: i32 }) = i32.x + 2
def main (x: i32) = (G.y, N.K.(x + two), f { x = x })
