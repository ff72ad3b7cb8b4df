-- A zip is fresh, but what `unzip` gives shares its memory.
-- ==
-- error: E1401
def main [n] (xs: [n]i32) (ys: [n]i32) =
  let zs = zip xs ys
  let (as, _) = unzip zs
  let zs[0] = (1, 1)
  in (zs, as)
