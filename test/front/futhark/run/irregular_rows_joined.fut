-- Rows whose sizes differ from point to point, joined and coerced to a size that all points share.
-- ==
-- entry: split
-- input { [[1, -2, 3], [-4, 5, 6]] } output { [[[1, 3, -2], [1, 3, -2]], [[5, 6, -4], [5, 6, -4]]] }
-- input { empty([0][3]i32) } output { empty([0][2][3]i32) }
-- ==
-- entry: parts
-- input { [[1, -2, 3], [-4, 5, 6]] } output { [[[3, -2, 1], [3, -2, 1]], [[6, -4, 5], [6, -4, 5]]] }
-- ==
-- entry: three
-- input { [[1, -2, 3], [-4, 5, 6]] 5i64 }
-- output { [[[1, 3, -2, 1, 3], [1, 3, -2, 1, 3]], [[5, 6, -4, 5, 6], [5, 6, -4, 5, 6]]] }
-- input { [[1, -2, 3], [-4, 5, 6]] 4i64 } error: E0404.*cannot match shape of type
-- ==
-- entry: called
-- input { [[1, -2, 3], [-4, 5, 6]] } output { [[[1, 3, -2], [1, 3, -2]], [[5, 6, -4], [5, 6, -4]]] }
-- ==
-- entry: looped
-- input { [[1, -2, 3], [-4, 5, 6]] } output { [[[1, 3, -2], [1, 3, -2]], [[5, 6, -4], [5, 6, -4]]] }
-- ==
-- entry: chosen
-- input { [[1, -2, 3], [-4, 5, 6]] true } output { [[[1, 3, -2], [1, 3, -2]], [[5, 6, -4], [5, 6, -4]]] }
-- input { [[1, -2, 3], [-4, 5, 6]] false } output { [[[1, -2, 3], [1, -2, 3]], [[-4, 5, 6], [-4, 5, 6]]] }
entry split [n][m] (xss: [n][m]i32) =
  map (\xs -> let (a, b) = partition (> 0) xs
              in map2 concat (replicate 2 a) (replicate 2 b) :> [2][m]i32) xss

entry parts [n][m] (xss: [n][m]i32) =
  map (\xs -> let (a, b) = partition (> 0) xs
              in map2 (\p q -> let k = length p - 1 in p[k:] ++ q ++ p[:k] :> [m]i32)
                      (replicate 2 a) (replicate 2 b)) xss

entry three [n][m] (xss: [n][m]i32) (k: i64) =
  map (\xs -> let (a, b) = partition (> 0) xs
              let x = replicate 2 a
              in map3 (\p q r -> p ++ q ++ r) x (replicate 2 b) x :> [2][k]i32) xss

def joined [n][a][b] (x: [n][a]i32) (y: [n][b]i32): [n][a + b]i32 = map2 concat x y
entry called [n][m] (xss: [n][m]i32) =
  map (\xs -> let (a, b) = partition (> 0) xs
              in joined (replicate 2 a) (replicate 2 b) :> [2][m]i32) xss

entry looped [n][m] (xss: [n][m]i32) =
  map (\xs -> let (a, b) = partition (> 0) xs
              let rows = loop _rows = replicate 2 (a ++ b) for _i < 2i32 do
                           map2 concat (replicate 2 a) (replicate 2 b)
              in rows :> [2][m]i32) xss

entry chosen [n][m] (xss: [n][m]i32) (c: bool) =
  map (\xs -> let (a, b) = partition (> 0) xs
              in if c then map2 concat (replicate 2 a) (replicate 2 b) :> [2][m]i32
                 else replicate 2 xs) xss
