-- What a function gives is made in order, though the program sees it backwards or in another shape.
-- ==
-- structure c { copies 0, alloc 5 }
-- structure cuda { copies 0, alloc 5 }
-- ==
-- entry: backwards
-- input { [1i64, 2, 3] } output { [6i64, 4, 2] }
-- input { empty([0]i64) } output { empty([0]i64) }
-- ==
-- entry: rows_backwards
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [[5i64, 6, 7], [2, 3, 4]] }
-- input { empty([0][3]i64) } output { empty([0][3]i64) }
-- ==
-- entry: flat_backwards
-- input { [[1i64, 2, 3], [4, 5, 6]] } output { [7i64, 6, 5, 4, 3, 2] }
-- ==
-- entry: joined
-- input { [1i64, 2, 3] } output { [4i64, 3, 2, 2, 4, 6] }
-- ==
-- entry: twice
-- input { [1i64, 2, 3] } output { [1i64, 4, 9] }

entry backwards [n] (xs: [n]i64) = reverse (map (* 2) xs)

entry rows_backwards [n] [m] (xs: [n][m]i64) = reverse (map (map (+ 1)) xs)

entry flat_backwards [n] [m] (xs: [n][m]i64) = reverse (flatten (map (map (+ 1)) xs))

entry joined [n] (xs: [n]i64) = reverse (map (+ 1) xs) ++ map (* 2) xs

entry twice [n] (xs: [n]i64) = reverse (map (\x -> x * x) (reverse xs))
