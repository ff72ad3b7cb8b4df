-- The result decides the size of the parameter, so a call must have it.
-- ==
-- error: E1301
def f (xs: []i32): [2]i32 = xs
def main (ys: [3]i32) = f ys
