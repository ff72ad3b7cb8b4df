-- An array whose size is left open does not have it.
-- ==
-- error: E1305
def main (x: i64) = let g [n] (y: []i64): i64 = y[0] + n in x
