-- A `*` before what has no memory says nothing. A constant that is a function may give fresh results.
-- ==
-- input { 2 } output { 5 [0, 2] }
def three: *i32 = 3
def pair: *(i32, bool) = (0, true)
def make: i32 -> *[2]i32 = \x: *[2]i32 -> [x, x]
def main (x: i32) = (x + three + pair.0, make x with [0] = pair.0)
