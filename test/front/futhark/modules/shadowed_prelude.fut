-- A definition may hide one of the prelude, also when a module type was written before.
-- ==
-- input { 3 } output { -3 }
module type s = { val abs: i32 -> i32 }
def abs (x: i32) = -(i32.abs x)
module m: s = { def abs = abs }
def main (x: i32) = m.abs x
