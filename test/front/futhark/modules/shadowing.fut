-- A parametric module means by its names what they meant where it was written.
-- ==
-- input { 3 } output { 4 13 }
def step = 1i32
module f (m: {}) = { def next (x: i32) = x + step }
open { def step = 10i32 }
module g = f {}
def main (x: i32) = (g.next x, x + step)
