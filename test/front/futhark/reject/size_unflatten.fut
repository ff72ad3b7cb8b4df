-- unflatten needs a product.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [][]i32 = unflatten xs
