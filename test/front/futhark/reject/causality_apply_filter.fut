-- The operands of `<|` go from left to right, so that the function would need a size that only the filter makes.
-- ==
-- error: E1304
def main (xs: []i32): i64 = length <| filter (> 0) xs
