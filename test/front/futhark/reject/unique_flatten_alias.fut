-- flatten is a view.
-- ==
-- error: E1401
def main (xss: *[2][2]i32) =
  let xs = flatten xss
  let xss[0, 0] = 1
  in (xs, xss)
