-- Two arrays of a loop grow apart.
-- ==
-- error: E1302
def main (xs: []i32) =
  let (as, bs) = loop (as, bs) = (xs, xs) for i < 2 do (as ++ xs, bs)
  in map2 (+) as bs
