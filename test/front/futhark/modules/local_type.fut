-- ==
-- input { 3 } output { 4 }
module m = { local type t = { x: i32 } def mk (x: i32): t = { x } def get (a: t) = a.x + 1 }
def main (x: i32) = m.get (m.mk x)
