-- A size that is part of a tuple parameter of a local function.
-- ==
-- error: E1308
def main (xs: []i64) = let f (x: i64, y: i64) (A: [x]bool) = true in f (1,2) [true]
