-- A size may not update.
-- ==
-- error: E1405
def f (xs: *[]i64) (ys: [let zs = xs with [0] = 1 in zs[0]]i32) = ys
