-- The size of a coercion may not consume.
-- ==
-- error: E1405
def upd (xs: *[]i64) : i64 = 2
def f (xs: *[]i64) (ys: []i32) = (ys :> [upd xs]i32)
