-- A consuming partial application is passed on.
def upd [n] (xs: *[n]i32) (i: i64) = xs with [i] = 0
def main (xs: *[3]i32) = map (upd xs) (iota 3)
