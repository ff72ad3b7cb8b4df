-- A size parameter of a local function that no parameter has.
-- ==
-- error: E1305
def main (x: i64) = let g [n] (z: i64): i64 = z + n in x
