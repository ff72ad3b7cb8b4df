-- Prefixes of rows inside points are those of columns, on a device: the only loop of the host is that of few points.
-- ==
-- structure cuda { loop 1 }
-- input { [[[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]], [[7i32, 8i32], [9i32, 1i32], [2i32, 3i32]]] }
-- output { [[[1i32, 2i32], [4i32, 6i32], [9i32, 12i32]], [[7i32, 8i32], [16i32, 9i32], [18i32, 12i32]]] [21i32, 30i32] }
-- input { empty([0][3][2]i32) } output { empty([0][3][2]i32) empty([0]i32) }
-- input { empty([2][0][3]i32) } output { empty([2][0][3]i32) [0i32, 0i32] }
entry main [q][n][m] (xs: [q][n][m]i32) : ([q][n][m]i32, [q]i32) =
  let sums = map (\x -> scan (map2 (+)) (replicate m 0) x) xs
  in (sums, map (\s -> if n == 0 then 0 else i32.sum s[n - 1]) sums)
