-- A local name of a module.
-- ==
-- error: E1105
module m = { local def f (x: i32) = x }
def main (x: i32) = m.f x
