-- A consuming partial application in a record.
-- ==
-- error: E1414
def upd (xs: *[]i32) (i: i64) (y: i32) = xs with [i] = y
def main (xs: *[]i32) = let r = {f = upd xs, g = 1i32} in (r.f 0 0, r.f 0 0)
