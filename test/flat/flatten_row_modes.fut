-- Rows that are combined, scattered or filtered on a device: one par over all elements, in any number of rows. A thread for each row
-- would leave most of a device idle when there are a hundred long ones.
-- ==
-- entry: counts
-- input { [[1i64, 5i64, 2i64], [3i64, 3i64, 7i64]] } output { [[0i64, 6i64, 2i64, 0i64], [0i64, 0i64, 0i64, 13i64]] }
-- input { empty([0][3]i64) } output { empty([0][4]i64) }
-- input { empty([2][0]i64) } output { [[0i64, 0i64, 0i64, 0i64], [0i64, 0i64, 0i64, 0i64]] }
-- entry: places
-- input { [[2i64, 0i64, 1i64], [-1i64, 1i64, 9i64]] } output { [[0i64, 1i64, 2i64], [7i64, 1i64, 7i64]] }
-- entry: middles
-- input { [[1i64, 5i64, 9i64], [3i64, 1i64, 0i64]] } output { [2i64, 1i64] [9i64, 3i64] }
-- input { [[1i64, 5i64, 9i64], [0i64, 1i64, 0i64]] } error: E0402.*out of bounds
-- entry: digits
-- input { [3i64, 10i64] 100i64 } output { [[34i64, 33i64, 33i64], [34i64, 33i64, 33i64]] }
-- input { [3i64, 10i64] 0i64 } output { [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
-- entry: turned
-- input { [[1i64, 5i64, 9i64], [3i64, 1i64, 0i64]] } output { [11i64, 6i64] }
-- structure cuda,fuse,simplify,core_to_flat,simplify,flatten,simplify { par@thread 9 }
entry counts [n][m] (xss: [n][m]i64): [n][4]i64 = map (\xs -> hist (+) 0 4 (map (% 4) xs) xs) xss

entry places [n][m] (xss: [n][m]i64): [n][m]i64 = map (\xs -> scatter (replicate m 7) xs xs) xss

entry middles [n][m] (xss: [n][m]i64): ([n]i64, [n]i64) =
  unzip (map (\xs -> let kept = filter (> 2) xs in (length kept, kept[length kept / 2])) xss)

-- What is computed is combined by a thread for each point when there are many.
entry digits [n] (xs: [n]i64) (m: i64): [n][3]i64 =
  map (\x -> hist (+) 0 3 (map (\j -> (j * (x + 1)) % 3) (iota m)) (replicate m 1)) xs

entry turned [n][m] (xss: [n][m]i64): [n]i64 =
  map (\xs -> i64.sum (map2 (*) ((drop 1 xs ++ take 1 xs) :> [m]i64) (map (\i -> i) (iota m)))) xss
