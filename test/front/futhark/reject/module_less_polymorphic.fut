-- A value is less general than its specification.
-- ==
-- error: E1111
module m: {val same 'a: a -> a} = {def same (x: i32) = x}
def main (x: bool) = m.same x
