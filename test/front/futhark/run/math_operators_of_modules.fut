-- Operators of modules: as arguments, infix, and partially applied.
-- ==
-- entry: main
-- input { [5, 7] } output { 12 [2, 4] [-3, -1] 35 true }
def main (xs: []i32): (i32, []i32, []i32, i32, bool) =
  ( reduce (i32.+) 0 xs
  , map (i32.- 3) xs
  , map (\x -> x i32.- 8) xs
  , foldl (i32.*) 1 xs
  , xs[0] i32.< xs[1] )
