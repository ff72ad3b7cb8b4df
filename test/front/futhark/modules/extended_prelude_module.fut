-- ==
-- input { 3 } output { 103 4 }
def map (f: i32 -> i32) (x: i32) = f x + 100
module m = { def f (x: i32) = map (\y -> y) x }
module i32 = { open i32 def extra (x: i32) = x + 1i32 }
def main (x: i32) = (m.f x, i32.extra x)
