-- A consumed loop parameter is replaced by an alias of another one.
-- ==
-- error: E1412
def main (xs: *[]i32) (ys: *[]i32) =
  loop (a, b) = (xs, ys) for i < 3 do
    let a[i] = 1
    in (a, a)
