-- Needleman and Wunsch: global alignment scores, one anti-diagonal at a time, and row by row.
def fill [n] (penalty: i32) (similarity: [n][n]i32) : [n + 1][n + 1]i32 =
  let m = n + 1
  let start = tabulate_2d (n + 1) (n + 1) (\i j -> if i == 0 then -(i32.i64 j) * penalty else if j == 0 then -(i32.i64 i) * penalty else 0)
  in loop a = start for d in 2...2 * n do
       let lo = i64.max 1 (d - n)
       let hi = i64.min n (d - 1)
       let k = hi - lo + 1
       let cells = map (\x -> let i = lo + x let j = d - i
                              in #[unsafe] i32.max (a[i - 1, j - 1] + similarity[i - 1, j - 1])
                                      (i32.max (a[i - 1, j] - penalty) (a[i, j - 1] - penalty))) (iota k)
       let flat = scatter (flatten a) (map (\x -> let i = lo + x in i * m + (d - i)) (iota k)) cells
       in unflatten flat

entry main [n] (penalty: i32) (similarity: [n][n]i32) : [n + 1][n + 1]i32 = fill penalty similarity

entry rows [n] (penalty: i32) (similarity: [n][n]i32) : i32 =
  let first = map (\j -> -(i32.i64 j) * penalty) (iota (n + 1))
  let last = loop row = first for i < n do
    -- max-plus prefix scan: row[j] = max (best[j], row[j-1] - p)
    let left = row[0] - penalty
    let best = map3 (\s up diagonal -> i32.max (up - penalty) (diagonal + s)) similarity[i] (row[1:] :> [n]i32) row[:n]
    let shifted = map2 (\b j -> b + i32.i64 j * penalty) ([left] ++ best) (iota (1 + n))
    let scanned = scan i32.max i32.lowest shifted
    in map2 (\b j -> b - i32.i64 j * penalty) scanned (iota (1 + n)) :> [n + 1]i32
  in last[n]

-- ==
-- entry: main
-- input { 2i32
--   [[6i32, -3i32, -2i32, 0i32, -3i32, -3i32, 4i32], [-2i32, 0i32, 0i32, 5i32, -1i32, 1i32, -1i32], [6i32, 6i32, 0i32, 4i32, 3i32, 0i32, -4i32], [-3i32, 6i32, 2i32, 0i32, -4i32, -4i32, 1i32], [-2i32, 6i32, 0i32, -2i32, 3i32, 4i32, 2i32], [4i32, -4i32, -3i32, -3i32, -2i32, 4i32, -4i32], [1i32, 5i32, 4i32, -2i32, 2i32, -2i32, -4i32]] }
-- output { [[0i32, -2i32, -4i32, -6i32, -8i32, -10i32, -12i32, -14i32], [-2i32, 6i32, 4i32, 2i32, 0i32, -2i32, -4i32, -6i32], [-4i32, 4i32, 6i32, 4i32, 7i32, 5i32, 3i32, 1i32], [-6i32, 2i32, 10i32, 8i32, 8i32, 10i32, 8i32, 6i32], [-8i32, 0i32, 8i32, 12i32, 10i32, 8i32, 6i32, 9i32], [-10i32, -2i32, 6i32, 10i32, 10i32, 13i32, 12i32, 10i32], [-12i32, -4i32, 4i32, 8i32, 8i32, 11i32, 17i32, 15i32], [-14i32, -6i32, 2i32, 8i32, 6i32, 10i32, 15i32, 13i32]] }
-- input { 2i32
--   [[3i32]] }
-- output { [[0i32, -2i32], [-2i32, 3i32]] }

-- ==
-- entry: rows
-- input { 2i32
--   [[6i32, -3i32, -2i32, 0i32, -3i32, -3i32, 4i32], [-2i32, 0i32, 0i32, 5i32, -1i32, 1i32, -1i32], [6i32, 6i32, 0i32, 4i32, 3i32, 0i32, -4i32], [-3i32, 6i32, 2i32, 0i32, -4i32, -4i32, 1i32], [-2i32, 6i32, 0i32, -2i32, 3i32, 4i32, 2i32], [4i32, -4i32, -3i32, -3i32, -2i32, 4i32, -4i32], [1i32, 5i32, 4i32, -2i32, 2i32, -2i32, -4i32]] }
-- output { 13i32 }
