-- A size may not consume.
def upd (xs: *[]i64) : i64 = 2
def f (xs: *[]i64) (ys: [upd xs]i32) = ys
