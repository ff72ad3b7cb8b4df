-- Producers that are read through views, and nests of producers, are computed where they are read.
entry turned [n][m] (xss: [n][m]i32): [m][n]i32 = map (map (* 2)) (transpose (map (map (+ 1)) xss))
entry tail [n] (xs: [n]i32): []i32 = map (* 2) (map (+ 1) xs)[1:]
entry backwards [n] (xs: [n]i32): [n]i32 = map (* 2) (reverse (map (+ 1) xs))
entry rotated [n] (xs: [n]i32): [n]i32 =
  let ys = map (+ 1) xs
  in map2 (-) ys (rotate 1 ys)
entry two_dimensions (n: i64) (m: i64) (xs: [n * m]i32): [n][m]i32 =
  map (map (+ 1)) (unflatten (map (* 2) xs))
entry windows [n] (xs: [n]i32): []i32 =
  let ys = map (\x -> x * x) xs
  in if n > 1 then map2 (-) (take (n - 1) ys) (drop 1 ys :> [n - 1]i32) else []
-- Much work, but read once.
entry once [n][m] (xss: [n][m]f32): [m][n]f32 =
  map (map (\x -> f32.sin x * f32.exp x)) (transpose (map (map (\x -> f32.cos x / f32.log x)) xss))
-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[4, 10], [6, 12], [8, 14]] }
-- input { empty([0][2]i32) } output { empty([2][0]i32) }
-- ==
-- entry: tail
-- input { [1, 2, 3] } output { [6, 8] }
-- input { [1] } output { empty([0]i32) }
-- input { empty([0]i32) } error: E0402.*out of bounds
-- ==
-- entry: backwards
-- input { [1, 2, 3] } output { [8, 6, 4] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: rotated
-- input { [1, 2, 4] } output { [-1, -2, 3] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: two_dimensions
-- input { 2i64 3i64 [1, 2, 3, 4, 5, 6] } output { [[3, 5, 7], [9, 11, 13]] }
-- input { 0i64 3i64 empty([0]i32) } output { empty([0][3]i32) }
-- ==
-- entry: windows
-- input { [1, 2, 3] } output { [-3, -5] }
-- input { [1] } output { empty([0]i32) }
-- ==
-- entry: once
-- input { [[2f32, 3f32]] }
-- ==
-- structure { par 11, cos 1, exp 1, not slice, not permute, not reshape }
