-- And therefore they are not fresh on their own.
-- ==
-- error: E1408
def main (xs: []i32): *([]i32, []i32) = unzip (map (\x -> (x, x + 1)) xs)
