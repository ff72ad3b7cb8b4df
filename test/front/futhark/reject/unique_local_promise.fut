-- So must a local function.
-- ==
-- error: E1413
def twice (f: [2]i32 -> *[2]i32) (xs: [2]i32) = f (f xs)
def main (xs: [2]i32) = let f (ys: [2]i32) = map (+ 1) ys in twice f xs
