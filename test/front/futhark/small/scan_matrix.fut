-- Scan matrix.
-- ==
-- input { [1,1,1] } output { [1,2,3] }

entry main [n] (xs: [n]i32) : [n]i32 =
  let mul (a: [2][2]i32) (b: [2][2]i32) : [2][2]i32 = map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose b)) a
  let ms = scan mul [[1,0],[0,1]] (map (\x -> [[1,x],[0,1]]) xs)
  in map (\m -> m[0,1]) ms
