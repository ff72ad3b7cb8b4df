-- Helpers that many programs define for themselves.
-- ==
-- entry: main
-- input { 10 } output { 5 10 0 3 }
def clamp (lo: i32) (hi: i32) (x: i32): i32 = i32.max lo (i32.min hi x)
def ceil_div (a: i32) (b: i32) = (a + b - 1) / b
def main (x: i32): (i32, i32, i32, i32) = (clamp 0 5 x, clamp 0 50 x, clamp (-5) 0 x, ceil_div x 4)
