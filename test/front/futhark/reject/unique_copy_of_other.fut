-- The copy is not the one that is used.
-- ==
-- error: E1402
def main (xs: []i32) =
  let ys = copy xs
  let zs = xs with [0] = ys[0]
  in zs
