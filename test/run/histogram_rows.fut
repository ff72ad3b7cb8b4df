-- Histograms of the rows of a matrix: few and many rows, bins and points.
def mix (i: i64): i64 = ((i * 2654435761) >> 7) & 0xffff
entry rows (n: i64) (m: i64) (k: i64): [n][k]i64 =
  let xss = opaque (tabulate_2d n m (\i j -> mix (i * m + j)))
  in map (\r -> reduce_by_index (replicate k 0) (+) 0 (map (\x -> x % (k + 1)) r) (map (const 1) r)) xss
entry tops (n: i64) (m: i64) (k: i64): [n][k]i64 =
  let xss = opaque (tabulate_2d n m (\i j -> mix (i * m + j)))
  in map (\r -> reduce_by_index (replicate k (-1)) i64.max (-1) (map (\x -> x % (k + 1)) r) r) xss
entry wheres (n: i64) (m: i64) (k: i64): ([n][k]i64, [n][k]i32) =
  let xss = opaque (tabulate_2d n m (\i j -> mix (i * m + j)))
  let better (a, i) (b, j) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  in unzip (map (\r -> unzip (reduce_by_index (replicate k (-1, i32.highest)) better (-1, i32.highest) (map (\x -> x % (k + 1)) r) (zip r (map i32.i64 (iota m))))) xss)
-- ==
-- entry: rows tops wheres
-- input { 0i64 3i64 4i64 }
-- input { 3i64 0i64 4i64 }
-- input { 1i64 1i64 1i64 }
-- input { 700i64 37i64 100i64 }
-- input { 60001i64 7i64 16i64 }
-- input { 40i64 3000i64 2000i64 }
-- input { 5i64 30000i64 7i64 }
-- input { 33i64 64i64 20000i64 }
