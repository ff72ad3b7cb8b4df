-- A partial application that holds a consumed array may be called twice.
def upd (xs: *[]i32) (i: i64) (y: i32) = xs with [i] = y
def main (xs: *[]i32) = let f = upd xs in (f 0 0, f 0 0)
