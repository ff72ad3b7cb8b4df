-- unflatten needs a product.
-- ==
-- error: E13
def main [n] (xs: [n]i32): [][]i32 = unflatten xs
