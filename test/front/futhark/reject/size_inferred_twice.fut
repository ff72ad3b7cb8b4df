-- Two sizes are demanded of one parameter.
-- ==
-- error: E1301
def main (xs: []i32) (ys: [2]i32) (zs: [3]i32) = (zip xs ys, zip xs zs)
