-- Pars that only copy are the array itself, or a view of it.
-- Three arrays that a zip leaves: read where they are.
entry zipped [n] (xs: [n]f32) (ys: [n]f32): f32 =
  let points = map2 (\x y -> {x, y}) xs ys
  in f32.sum (map (\p -> f32.sum (map (\q -> p.x * q.y + p.y * q.x) points)) points)

-- The nest is a transposition.
entry transposed [n][m] (xss: [n][m]i32): [m]i32 =
  let yss = tabulate_2d m n (\i j -> xss[j, i])
  in map i32.sum yss

-- Three dimensions in reverse.
entry reversed [n][m][k] (xsss: [n][m][k]i32): [k][m]i32 =
  let ysss = tabulate_3d k m n (\i j l -> xsss[l, j, i])
  in map (map i32.sum) ysss

-- The copy is consumed, so it stays one.
entry consumed [n] (xs: [n]i32): ([n]i32, i32) =
  let ys = map (\x -> x) xs
  let zs = if n > 0 then (copy ys) with [0] = 7 else ys
  in (zs, i32.sum xs)
-- ==
-- entry: zipped
-- input { [1f32, 2f32] [3f32, 4f32] } output { 42f32 }
-- input { empty([0]f32) empty([0]f32) } output { 0f32 }
-- ==
-- entry: transposed
-- input { [[1, 2, 3], [4, 5, 6]] } output { [5, 7, 9] }
-- input { empty([0][2]i32) } output { [0, 0] }
-- input { empty([2][0]i32) } output { empty([0]i32) }
-- ==
-- entry: reversed
-- input { [[[1, 2], [3, 4], [5, 6]]] } output { [[1, 3, 5], [2, 4, 6]] }
-- input { [[[1], [2]], [[3], [4]]] } output { [[4, 6]] }
-- ==
-- entry: consumed
-- input { [1, 2, 3] } output { [7, 2, 3] 6 }
-- input { empty([0]i32) } output { empty([0]i32) 0 }
-- ==
-- structure { par 8, map 4, not slice, not permute, copy 1 }
