-- The type of a whole tuple has a `*` for each of its parts.
-- ==
-- error: E1402
def f ((xs, (ys, zs)): ([]i32, ([]i32, *[]i32))): i32 = let ys[0] = 1 in ys[0] + xs[0] + zs[0]
