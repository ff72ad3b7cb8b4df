-- A member that the module type hides.
-- ==
-- error: E1105
module m: {val f: i32 -> i32} = {def g (x: i32) = x def f = g}
def main (x: i32) = m.g x
