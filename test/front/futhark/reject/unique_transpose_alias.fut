-- A transposition is a view.
-- ==
-- error: E1401
def main (xss: *[2][2]i32) =
  let yss = transpose xss
  let xss[0, 0] = 5
  in (yss, xss)
