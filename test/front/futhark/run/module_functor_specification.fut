-- A module type with a parametric module in it.
-- ==
-- entry: main
-- input { 3 } output { 9 }
module type fn = { val f: i32 -> i32 }
module type transformer = { module apply: (m: fn) -> fn }
module square: transformer = { module apply (m: fn): fn = { def f (x: i32) = let y = m.f x in y * y } }
module use (t: transformer) = { module r = t.apply { def f (x: i32) = x } def run (x: i32) = r.f x }
module u = use square
def main (x: i32): i32 = u.run x
