-- A section that holds a consumed array.
-- ==
-- error: E1414
def (+^) [n] (xs: *[n]i32) (i: i64) = xs with [i] = 0
def main (xs: *[3]i32) = let f = (xs +^) in (f 0, f 1)
