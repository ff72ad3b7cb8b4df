-- Distances between pairs of strings: Levenshtein's, row by row, where a row is a map and a prefix minimum; and the best
-- local alignment, by anti-diagonals.

def levenshtein [n][m] (a: [n]u8) (b: [m]u8): i32 =
  let first = map i32.i64 (iota (m + 1))
  let last = loop row = first for i < n do
               let up = map3 (\j left above -> if j == 0 then i32.i64 (i + 1)
                                               else i32.min (above + 1) (left + i32.bool (a[i] != b[j-1])))
                             (iota (m + 1)) (rotate (-1) row) row
               let low = map2 (\x j -> x - i32.i64 j) up (iota (m + 1))
               in map2 (\x j -> x + i32.i64 j) (scan i32.min i32.highest low) (iota (m + 1))
  in last[m]

entry distances [b][n][m] (as: [b][n]u8) (bs: [b][m]u8): [b]i32 = map2 levenshtein as bs

def alignment [n][m] (a: [n]u8) (b: [m]u8): i32 =
  let (_, _, best) =
    loop (before, last, best) = (replicate (n + 1) 0, replicate (n + 1) 0, 0) for d < n + m - 1 do
      let now = map (\i ->
            let j = d + 2 - i
            in if i == 0 || j < 1 || j > m then 0
               else let same = before[i-1] + (if a[i-1] == b[j-1] then 2 else -1)
                    let gap = i32.max last[i-1] last[i] - 1
                    in i32.max 0 (i32.max same gap)) (iota (n + 1))
      in (last, now, i32.max best (i32.maximum now))
  in best

entry alignments [b][n][m] (as: [b][n]u8) (bs: [b][m]u8): [b]i32 = map2 alignment as bs

-- Each string with each other one: the nearest.
entry nearest [b][n] (as: [b][n]u8): [b]i64 =
  map2 (\a i -> (reduce_comm (\(x, i) (y, j) -> if x < y || (x == y && i < j) then (x, i) else (y, j)) (i32.highest, -1)
                             (map2 (\c j -> (if i == j then i32.highest else levenshtein a c, j)) as (iota b))).1) as (iota b)
-- ==
-- entry: distances
-- input { [[1u8, 2u8, 3u8, 4u8], [5u8, 5u8, 1u8, 2u8]] [[1u8, 3u8, 4u8], [5u8, 1u8, 1u8]] }
-- output { [1, 2] }
-- ==
-- entry: alignments
-- input { [[1u8, 2u8, 3u8, 4u8], [5u8, 5u8, 1u8, 2u8]] [[1u8, 3u8, 4u8], [5u8, 1u8, 2u8]] }
-- output { [5, 6] }
-- ==
-- entry: nearest
-- input { [[1u8, 2u8, 3u8, 4u8], [5u8, 5u8, 1u8, 2u8], [1u8, 2u8, 3u8, 3u8], [5u8, 1u8, 2u8, 2u8]] }
-- output { [2i64, 3i64, 0i64, 1i64] }
-- ==
-- structure cuda { kernel:block 2 }
