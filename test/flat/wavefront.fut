-- Rounds along the anti-diagonals of a table, which are done by rows (flat/wavefront.c).

-- The edit distance, in a table with a border, of any size.
-- ==
-- entry: distances
-- input { [[1i64, 2i64, 3i64, 4i64], [4i64, 3i64, 2i64, 1i64]] [1i64, 3i64, 4i64] } output { [1i64, 3i64] }
-- input { [[1i64], [2i64]] [2i64] } output { [1i64, 0i64] }
-- input { empty([2][0]i64) [5i64, 6i64] } output { [2i64, 2i64] }
-- input { [[7i64, 8i64, 9i64]] empty([0]i64) } output { [3i64] }
entry distances [k] [n] [m] (as: [k][n]i64) (b: [m]i64) : [k]i64 =
  map (\a ->
    let start = tabulate_2d (n + 1) (m + 1) (\i j -> if i == 0 then j else if j == 0 then i else 0)
    let done = loop t = start for k < n + m - 1 do
      let (ats, vs) = unzip (map (\r ->
          let c = k - r
          in if c < 0 || c >= m then ((-1, -1), 0)
             else let step = if a[r] == b[c] then 0 else 1
                  in ((r + 1, c + 1), i64.min (t[r, c] + step) (1 + i64.min (t[r, c + 1]) (t[r + 1, c])))) (iota n))
      in scatter_2d t ats vs
    in done[n, m]) as

-- The border is in the table, and a condition that is the same in all rounds stays.
-- ==
-- entry: paths
-- input { [3i64, 5i64] } output { [[[1i64, 1i64, 1i64], [1i64, 2i64, 3i64], [1i64, 3i64, 6i64]], [[1i64, 1i64, 1i64], [1i64, 3i64, 5i64], [1i64, 5i64, 13i64]]] }
entry paths [k] (ds: [k]i64) : [k][3][3]i64 =
  map (\d ->
    loop t = replicate 3 (replicate 3 1) for k < 5 do
      let (ats, vs) = unzip (map (\i -> let j = k - i
                                        in if j < 1 || j > 2 || i < 1 then ((-1, -1), 0)
                                           else ((i, j), t[i, j - 1] + t[i - 1, j] + (if d > 4 then t[i - 1, j - 1] else 0)))
                                 (iota 3))
      in scatter_2d t ats vs) ds

-- Two flat tables in step, and moves of two columns and a row.
-- ==
-- entry: two
-- input { [1i64, 2i64] } output { [[7i64, 18i64], [12i64, 32i64]] }
def n : i64 = 4
entry two [k] (ps: [k]i64) : [k][2]i64 =
  map (\p ->
    let w = n + 2
    let (a, b) = loop (a, b) = (replicate ((n + 1) * w) p, replicate ((n + 1) * w) 1) for k < 3 * n do
      let (ats, vs, us) = unzip3 (map (\r ->
          let c = k - 2 * r
          in if c < 0 || c >= n then (-1, 0, 0)
             else let at = (r + 1) * w + c + 2
                  in (at, a[at - w - 2] + b[at - 1], b[at - w] + a[at - 1] - 1)) (iota n))
      in (scatter a ats vs, scatter b ats us)
    in [a[n * w + n], b[n * w + n + 1]]) ps

-- As many rounds as are given, also none, or more than there are columns: writes beyond the table are ignored.
-- ==
-- entry: rounds
-- input { [0i64, 3i64, 9i64] } output { [[[1i64, 1i64, 1i64, 1i64], [1i64, 1i64, 1i64, 1i64]], [[1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 4i64, 1i64]], [[1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 4i64, 7i64]]] }
entry rounds [k] (hs: [k]i64) : [k][2][4]i64 =
  map (\h -> loop t = replicate 2 (replicate 4 1) for k < h do
    let (ats, vs) = unzip (map (\i -> let j = k - i + 1
                                      in if j < 1 || j > 4 then ((-1, -1), 0)
                                         else ((i, j), t[i, j - 1] + (if i > 0 && j < 4 then t[i - 1, j] - 1 else 1))) (iota 2))
    in scatter_2d t ats vs) hs
-- ==
-- structure c { put 1 }
