-- The cheapest ways from the first row of a grid to each place of the last, each step down or down
-- and aside; a batch of grids.
-- ==
-- notest random input { [1][1024][4096]i32 }
-- notest random input { [16][512][512]i32 }
-- notest random input { [256][128][128]i32 }
-- notest random input { [4096][32][32]i32 }
-- notest random input { [65536][8][8]i32 }
-- notest random input { [1048576][4][4]i32 }
-- input { [[[1, 9, 1], [5, 5, 1], [1, 9, 9]], [[3, 1, 2], [1, 1, 1], [7, 0, 7]]] }
-- output { [[7, 11, 11], [9, 2, 9]] }
-- input { empty([0][3][2]i32) } output { empty([0][2]i32) }
-- input { [[[4], [5]]] } output { [[9]] }

def path [rows] [columns] (costs: [rows][columns]i32) : [columns]i32 =
  loop best = copy costs[0] for i < rows - 1 do
    map (\j -> let left = best[i64.max 0 (j - 1)]
               let right = best[i64.min (columns - 1) (j + 1)]
               in costs[i + 1, j] + i32.min best[j] (i32.min left right)) (iota columns)

entry main [n] [rows] [columns] (grids: [n][rows][columns]i32) : [n][columns]i32 =
  map path grids
