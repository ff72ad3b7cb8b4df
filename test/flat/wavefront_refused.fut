-- Rounds whose points may not be done by rows (flat/wavefront.c): another order would give something else.

-- The row below, as an earlier round has left it.
-- ==
-- entry: below
-- input { [1i64, 2i64] } output { [[[1i64, 1i64, 3i64, 5i64, 9i64, 15i64], [1i64, 1i64, 3i64, 5i64, 9i64, 15i64], [1i64, 1i64, 3i64, 5i64, 7i64, 9i64], [1i64, 1i64, 1i64, 1i64, 1i64, 1i64]], [[2i64, 2i64, 5i64, 8i64, 14i64, 23i64], [2i64, 2i64, 5i64, 8i64, 14i64, 23i64], [2i64, 2i64, 5i64, 8i64, 11i64, 14i64], [2i64, 2i64, 2i64, 2i64, 2i64, 2i64]]] }
entry below [k] (ds: [k]i64) : [k][4][6]i64 =
  map (\d -> loop t = replicate 4 (replicate 6 d) for k < 8 do
    let (ats, vs) = unzip (map (\i -> let j = k - i
                                      in if j < 2 || j > 5 then ((-1, -1), 0)
                                         else ((i, j), t[i, j - 1] + t[i + 1, j - 2] + 1)) (iota 3))
    in scatter_2d t ats vs) ds

-- The row above, before it is written in the same round.
-- ==
-- entry: above
-- input { [1i64, 2i64] } output { [[[1i64, 1i64, 1i64, 1i64], [1i64, 2i64, 3i64, 1i64], [1i64, 2i64, 3i64, 1i64], [1i64, 2i64, 3i64, 1i64]], [[2i64, 2i64, 2i64, 2i64], [2i64, 4i64, 6i64, 2i64], [2i64, 4i64, 6i64, 2i64], [2i64, 4i64, 6i64, 2i64]]] }
entry above [k] (ds: [k]i64) : [k][4][4]i64 =
  map (\d -> loop t = replicate 4 (replicate 4 d) for k < 7 do
    let (ats, vs) = unzip (map (\i -> let j = k - i
                                      in if i < 1 || j < 1 || j > 2 then ((-1, -1), 0)
                                         else ((i, j), t[i, j - 1] + t[i - 1, j + 1])) (iota 4))
    in scatter_2d t ats vs) ds

-- Rows that overlap: the element is what the last round writes.
-- ==
-- entry: overlapping
-- input { [1i64, 2i64] } output { [[0i64, 1i64, 2i64, 3i64, 12i64, 13i64, 22i64, 23i64, 32i64, 33i64, 1i64, 1i64], [0i64, 1i64, 2i64, 3i64, 12i64, 13i64, 22i64, 23i64, 32i64, 33i64, 2i64, 2i64]] }
entry overlapping [k] (ds: [k]i64) : [k][12]i64 =
  map (\d -> loop t = replicate 12 d for k < 4 do
    let (ats, vs) = unzip (map (\i -> if d > 5 then (-1, 0) else (2 * i + k, 10 * i + k)) (iota 4))
    in scatter t ats vs) ds
-- ==
-- structure c { put 3 }
