-- A literal of another size than the parameter.
-- ==
-- error: E1301
def main (xs: [2]i32) = map2 (+) xs [1, 2, 3]
