-- The destination of a scatter is used afterwards.
-- ==
-- error: E1401
def main (xs: *[]i32) =
  let ys = scatter xs [0] [1]
  in (xs, ys)
