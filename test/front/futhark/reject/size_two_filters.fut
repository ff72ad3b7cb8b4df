-- Two filters have different sizes.
-- ==
-- error: E13
def main (xs: []i32) = map2 (+) (filter (> 0) xs) (filter (> 0) xs)
