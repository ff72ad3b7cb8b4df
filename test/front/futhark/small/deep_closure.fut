-- Deep closure.
-- ==
-- input { [1,2] [10,20] } output { [[[12,22],[13,23]],[[13,23],[14,24]]] }

entry main [n][m] (a: [n]i32) (b: [m]i32) =
  map (\x -> let f y = x + y in map (\z -> let g w = f w + z in map g b) a) a
