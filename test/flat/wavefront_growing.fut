-- Each round has more rows than the one before it, so they are no rows of an array (flat/wavefront.c).
-- ==
-- entry: growing
-- input { [[[1i64, 2i64, 3i64, 4i64], [1i64, 1i64, 1i64, 1i64], [2i64, 2i64, 2i64, 2i64], [3i64, 3i64, 3i64, 3i64]]] }
-- output { [[[1i64, 2i64, 3i64, 4i64], [1i64, 4i64, 9i64, 1i64], [2i64, 7i64, 2i64, 2i64], [3i64, 3i64, 3i64, 3i64]]] }
entry growing [k][n] (ts: [k][n][n]i64) : [k][n][n]i64 =
  map (\t -> loop t = copy t for k < n do
    let (ats, vs) = unzip (map (\i -> let j = k - i
                                      in if i < 1 || j < 1 then ((-1, -1), 0)
                                         else ((i, j), t[i - 1, j] + t[i, j - 1] + t[i - 1, j - 1])) (iota k))
    in scatter_2d t ats vs) ts
