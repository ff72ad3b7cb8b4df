-- What a filter keeps is no size of a parameter.
-- ==
-- error: E1302
def main (xs: []i32) = let ys = filter (> 0) xs in zip xs ys
