-- map with a function of two arguments where elements are no functions.
-- ==
-- error: E1206
def main (xs: []i32): []i32 = map (\x y -> x + y) xs
