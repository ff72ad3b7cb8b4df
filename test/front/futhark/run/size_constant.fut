-- Constant sizes in parameters are checked at the entry point.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 }
-- input { [1, 2] } error: E0405
def main (xs: [3]i32): i32 = xs[0] + xs[1] + xs[2]
