-- A module lacks a value of its module type.
-- ==
-- error: E1110
module m: {val f: i32 -> i32} = {def g (x: i32) = x}
def main (x: i32) = m.f x
