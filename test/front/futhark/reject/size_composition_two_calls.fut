-- Two calls of a composition have different sizes.
-- ==
-- error: E1301
def main (xs: [3]i32) (ys: [3]i32) = let g = map (+1) >-> filter (>0) in zip (g xs) (g ys)
