-- Implicit mapping over one argument of a function that consumes another.
-- ==
-- error: E1410
def upd (xs: *[3]i32) (i: i64) = xs with [i] = 1
def main (xs: *[3]i32) (is: []i64) = upd xs is
