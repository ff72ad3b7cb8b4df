-- A consuming partial application is passed to a function that calls it twice.
-- ==
-- error: E1414
def apply2 'a 'b (f: a -> b) (x: a) = (f x, f x)
def upd [n] (xs: *[n]i32) (i: i64) = xs with [i] = 0
def main (xs: *[3]i32) = apply2 (upd xs) 1
