-- Two anonymous sizes of a result are two sizes.
-- ==
-- error: E1301
def f (xs: []i32): ([]i32, []i32) = (filter (> 0) xs, filter (< 0) xs)
def main (xs: []i32) = let (a, b) = f xs in zip a b
