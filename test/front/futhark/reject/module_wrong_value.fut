-- A value has another type than its specification.
-- ==
-- error: E1111
module m: {val f: i32 -> i32} = {def f (x: i32) = x > 0}
def main (x: i32) = m.f x
