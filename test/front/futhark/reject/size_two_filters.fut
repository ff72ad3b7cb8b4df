-- Two filters have different sizes.
-- ==
-- error: E1301
def main (xs: []i32) = map2 (+) (filter (> 0) xs) (filter (> 0) xs)
