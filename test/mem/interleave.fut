-- A few rows beside each other are made there; what is wide is transposed block by block.
-- ==
-- structure c { copies 4, alloc 8 }
-- ==
-- entry: two
-- input { [1i32, 2, 3] [4i32, 5, 6] } output { [2i32, 5, 4, 6, 6, 7] }
-- input { empty([0]i32) empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: pairs
-- input { [1i32, 2, 3] [4i32, 5, 6] } output { [[2i32, 4], [4, 5], [6, 6]] }
-- ==
-- entry: four
-- input { [1i32, 2] } output { [1i32, 2, 3, 1, 2, 4, 6, 3] }
-- ==
-- entry: mapped
-- input { [1i32, 2] } output { [5i32, 7, 10, 14] }
-- ==
-- entry: many
-- input { [1i32, 2] } output { [5i32, 6, 7, 8, 9, 10, 12, 14, 16, 18] }
-- ==
-- entry: wide
-- input { [[1i32, 2], [3, 4], [5, 6]] } output { [2i32, 4, 6, 3, 5, 7] }
entry two [n] (xs: [n]i32) (ys: [n]i32) = flatten (transpose [map (* 2) xs, map (+ 1) ys])
entry pairs [n] (xs: [n]i32) (ys: [n]i32) = transpose [map (* 2) xs, ys]
entry four [n] (xs: [n]i32) = flatten (transpose [xs, map (* 2) xs, map (* 3) xs, scan (+) 0 xs])
entry mapped [n] (xs: [n]i32) = flatten (transpose (map (\c -> map (* c) xs) [5, 7]))
entry many [n] (xs: [n]i32) = flatten (transpose (map (\c -> map (* c) xs) [5, 6, 7, 8, 9]))
entry wide [n] [m] (xs: [n][m]i32) = flatten (transpose (map (map (+ 1)) xs))
