-- A lifted type as an element.
-- ==
-- error: E1206
type^ f = i32 -> i32
def g (xs: []f) = 1
def main (x: i32) = x
