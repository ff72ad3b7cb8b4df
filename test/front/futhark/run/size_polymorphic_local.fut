-- A local function with a size parameter, used at two sizes.
-- ==
-- entry: main
-- input { [1, 2] [3, 4, 5] } output { 3 12 }
def main (xs: []i32) (ys: []i32): (i32, i32) =
  let total [k] (zs: [k]i32): i32 = i32.sum zs
  in (total xs, total ys)
