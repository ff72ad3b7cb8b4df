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
def digest (xs: []i64): i64 = i64.sum (map2 (\i x -> (x + 7) * ((i * 40503) & 0xffff)) (indices xs) xs)
-- All three, in one number.
entry digests (n: i64) (m: i64) (k: i64): [3]i64 =
  let (values, places) = wheres n m k
  in [digest (flatten (rows n m k)), digest (flatten (tops n m k)), digest (flatten values) + digest (map i64.i32 (flatten places))]
-- ==
-- entry: rows tops wheres
-- input { 0i64 3i64 4i64 }
-- input { 3i64 0i64 4i64 }
-- input { 1i64 1i64 1i64 }
-- input { 70i64 37i64 100i64 }
-- input { 601i64 7i64 16i64 }
-- input { 4i64 3000i64 200i64 }
-- input { 3i64 64i64 2000i64 }
-- ==
-- entry: digests
-- input { 70i64 37i64 100i64 } output { [1689434612i64, 2733741888078i64, 315377967551568942i64] }
-- compiled input { 700i64 37i64 100i64 } output { [16896499177i64, 27420066895354i64, 3168892259812118919i64] }
-- compiled input { 60001i64 7i64 16i64 } output { [233153442662i64, 378749205016328i64, 6945422586500447956i64] }
-- compiled input { 40i64 3000i64 2000i64 } output { [22279801700i64, 95272631791272i64, 672204556785563630i64] }
-- compiled input { 5i64 30000i64 7i64 } output { [4118197197i64, 71829621590i64, 88971415030i64] }
-- compiled input { 33i64 64i64 20000i64 } output { [151454767327i64, 2405186098186i64, -9046249375567270586i64] }
