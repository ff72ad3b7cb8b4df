-- An element that is read again in a further dimension is stored: the operands of a product.
entry main [n][m][k] (xss: [n][m]f32) (yss: [m][k]f32): [n][k]f32 =
  let ass = map (map (+ 1)) xss
  let bss = map (map (* 2)) yss
  in map (\a -> map (\b -> f32.sum (map2 (*) a b)) (transpose bss)) ass
-- ==
-- input { [[1f32, 2f32]] [[3f32], [4f32]] } output { [[36f32]] }
-- structure { par 7, index 4 }
