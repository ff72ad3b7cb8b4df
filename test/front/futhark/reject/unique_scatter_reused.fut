-- The destination of a scatter is used afterwards.
-- ==
-- error: E14
def main (xs: *[]i32) =
  let ys = scatter xs [0] [1]
  in (xs, ys)
