-- A partial application that will consume is used twice.
-- ==
-- error: E14
def set (xs: *[]i32) (i: i64): *[]i32 = xs with [i] = 0
def main (xs: *[]i32) =
  let f = set xs
  in (f 0, f 1)
