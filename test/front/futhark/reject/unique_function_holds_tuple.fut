-- A consuming partial application in a tuple.
-- ==
-- error: E1414
def upd (xs: *[]i32) (i: i64) (y: i32) = xs with [i] = y
def main (xs: *[]i32) = let (f, _) = (upd xs, 2i32) in f 0 0
