-- An inner update consumes a row of an array that is used.
-- ==
-- error: E1401
def main (xss: *[2][2]i32) =
  let ys = xss[0] with [0] = 1
  in (ys, xss)
