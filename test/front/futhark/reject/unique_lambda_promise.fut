-- A lambda that gives fresh results must say so where they are asked for.
-- ==
-- error: E1413
def twice (f: [2]i32 -> *[2]i32) (xs: [2]i32) = f (f xs)
def main (xs: [2]i32) = twice (\ys -> map (+ 1) ys) xs
