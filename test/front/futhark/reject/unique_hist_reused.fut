-- The destination of reduce_by_index is used afterwards.
-- ==
-- error: E1401
def main [n] (xs: *[]i32) (is: [n]i64) (vs: [n]i32) =
  let ys = reduce_by_index xs (+) 0 is vs
  in xs[0] + ys[0]
