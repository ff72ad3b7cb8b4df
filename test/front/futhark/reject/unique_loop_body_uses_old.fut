-- The body uses the initial array, which the loop consumes.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  loop ys = xs for i < 2 do
    ys with [i] = xs[i]
