-- The type behind `with` may be a function. A name in backticks may be defined like an operator.
-- ==
-- input { 3 } output { 16i32 }
module type step = { type^ t type s val x: t val y: s }
module twice (p: step with t = i32 -> i32 with s = i32) = { def run (n: i32) = p.x (p.x n) + p.y }
module m = twice { type^ t = i32 -> i32 type s = i32 def x: t = \n -> n + 2 def y: i32 = 4 }
module first = \(p: step) : (step with t = p.t with s = p.s) -> p
def (`plus`) (a: i32) (b: i32) = a + b
def main (n: i32): i32 = m.run n `plus` plus 2 n
