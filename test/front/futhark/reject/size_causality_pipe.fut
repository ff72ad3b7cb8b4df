-- The second argument determines a size that the first needs.
-- ==
-- error: E1301
def f [n] (g: [n]i32 -> i32) (xs: [n]i32) = g xs
def main (xs: []i32) = f (\ys -> i32.i64 (length (zip ys (iota (length (filter (> 0) xs)))))) (filter (> 0) xs)
