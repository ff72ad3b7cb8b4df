-- The cheapest way from top to bottom of a grid, row by row (after Rodinia's pathfinder).
entry main [rows] [cols] (wall: [rows][cols]i32) : [cols]i32 =
  loop cost = wall[0] for row in wall[1:] do
    let left = map (\i -> cost[i64.max 0 (i - 1)]) (iota cols)
    let right = map (\i -> cost[i64.min (cols - 1) (i + 1)]) (iota cols)
    in map4 (\here l r w -> w + i32.min here (i32.min l r)) cost left right row

entry rotated [rows] [cols] (wall: [rows][cols]i32) : [cols]i32 =
  loop cost = head wall for i < rows - 1 do
    let left = copy (rotate (-1) cost) with [0] = cost[0]
    let right = copy (rotate 1 cost) with [cols - 1] = cost[cols - 1]
    in map2 (+) wall[i + 1] (map3 (\a b c -> i32.min a (i32.min b c)) left cost right)

-- ==
-- entry: main
-- input { [[3i32, 4i32, 2i32, 1i32, 6i32, 0i32, 7i32, 3i32, 3i32], [7i32, 5i32, 4i32, 3i32, 3i32, 0i32, 10i32, 3i32, 6i32], [5i32, 4i32, 1i32, 4i32, 5i32, 10i32, 8i32, 6i32, 10i32], [8i32, 5i32, 0i32, 1i32, 4i32, 2i32, 9i32, 4i32, 0i32], [1i32, 9i32, 6i32, 5i32, 5i32, 6i32, 9i32, 8i32, 1i32], [6i32, 9i32, 3i32, 4i32, 0i32, 6i32, 0i32, 8i32, 8i32]] }
-- output { [17i32, 20i32, 13i32, 14i32, 10i32, 17i32, 13i32, 21i32, 21i32] }
-- input { [[5i32]] }
-- output { [5i32] }
-- input { [[1i32], [2i32]] }
-- output { [3i32] }
-- input { [[4i32, 5i32, 6i32]] }
-- output { [4i32, 5i32, 6i32] }

-- ==
-- entry: rotated
-- input { [[3i32, 4i32, 2i32, 1i32, 6i32, 0i32, 7i32, 3i32, 3i32], [7i32, 5i32, 4i32, 3i32, 3i32, 0i32, 10i32, 3i32, 6i32], [5i32, 4i32, 1i32, 4i32, 5i32, 10i32, 8i32, 6i32, 10i32], [8i32, 5i32, 0i32, 1i32, 4i32, 2i32, 9i32, 4i32, 0i32], [1i32, 9i32, 6i32, 5i32, 5i32, 6i32, 9i32, 8i32, 1i32], [6i32, 9i32, 3i32, 4i32, 0i32, 6i32, 0i32, 8i32, 8i32]] }
-- output { [17i32, 20i32, 13i32, 14i32, 10i32, 17i32, 13i32, 21i32, 21i32] }
-- input { [[5i32]] }
-- output { [5i32] }
-- input { [[1i32], [2i32]] }
-- output { [3i32] }
-- input { [[4i32, 5i32, 6i32]] }
-- output { [4i32, 5i32, 6i32] }
