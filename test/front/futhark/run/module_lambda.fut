-- Parametric modules as module expressions, with a stated result.
-- ==
-- entry: main
-- input { 3 } output { 6 9 }
module type fn = { val f: i32 -> i32 }
module double = \(m: fn): fn -> { def f (x: i32) = m.f (m.f x) }
module add = { def f (x: i32) = x + 3 }
module twice = double (double { def f (x: i32) = x + 1 } : fn)
module six = double add
def main (x: i32): (i32, i32) = (twice.f 2, six.f x)
