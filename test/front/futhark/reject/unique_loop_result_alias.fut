-- A loop consumes its parameter, whose initial value is used afterwards.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = loop ys = xs for i < 3 do ys with [i] = i
  in (xs, ys)
