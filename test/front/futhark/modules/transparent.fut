-- A refined type is known outside.
-- ==
-- input { 3 } output { 8 }
module type sized = { type t val grow: t -> t }
module m: sized with t = i32 = { type t = i32 def grow (x: t) = x + 5 }
def main (x: i32): i32 = m.grow x
