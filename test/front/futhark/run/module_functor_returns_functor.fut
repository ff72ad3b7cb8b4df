-- Parametric modules of parametric modules, partially applied.
-- ==
-- entry: main
-- input { 5 } output { 17 }
module type num = { val n: i32 }
module add (a: num) (b: num) = { def n = a.n + b.n }
module add_two = \(b: num) -> add { def n = 2i32 } b
module seven = add_two { def n = 5i32 }
module fixed (x: num) = { module twice (y: num) = { def n = x.n * 2 + y.n } }
module inner = fixed seven
module result = inner.twice { def n = 3i32 }
def main (_x: i32): i32 = result.n
