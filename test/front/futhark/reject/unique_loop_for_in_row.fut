-- A row that a loop runs over is consumed.
-- ==
-- error: E1402
def main (xss: *[][]i32) =
  loop s = 0 for xs in xss do
    let ys = xs with [0] = 1
    in s + ys[0]
