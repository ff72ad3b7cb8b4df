-- Rows whose size is a number that is negative when there are none: they have the size 0.
def grid (n: i64) (m: i64) : [n][m]i64 = tabulate_2d n m (\i j -> i + j)
def row (m: i64) (x: i64) : [m]i64 = map (+ x) (iota m)

entry smaller [n] (xs: [n]i64) = map (\x -> map (+ x) (iota (n - 1))) xs
entry named (n: i64) (m: i64) : [n][m]i64 = tabulate_2d n m (\i j -> i * j)
entry called (n: i64) (m: i64) = (grid n m, map (row m) (iota n))
entry turned [n] (xs: [n]i64) =
  map (reduce (+) 0) (transpose (map (\x -> map (+ x) (iota (n - 1))) xs))
entry joined [n] (xs: [n]i64) =
  map (reduce (+) 0) (transpose (map (\x -> map (+ x) (iota (n - 1))) xs)) ++ [5]
entry pairs (a: i64) = flatten (tabulate_2d a (a - 1) (\i j -> i + j))
-- Groups without members have no pairs.
entry groups [n] (sizes: [n]i64) =
  map (\a -> i64.sum (flatten (tabulate_2d a (a - 1) (\i j -> i + j)))) sizes
entry looped (n: i64) (k: i64) =
  loop s = 0 for m < k do s + i64.sum (flatten (tabulate_2d n (m - 2) (\i j -> i + j + m)))
entry chosen (n: i64) (m: i64) =
  if n > 2 then tabulate_2d n m (\i j -> i + j) else tabulate_2d 0 (m - 1) (\i j -> i - j)
entry deep (n: i64) (m: i64) (k: i64) = tabulate_3d n m k (\i j l -> i + 10 * j + 100 * l)
-- ==
-- entry: smaller
-- input { empty([0]i64) } output { empty([0][0]i64) }
-- input { [7i64] } output { empty([1][0]i64) }
-- input { [7i64, 8i64] } output { [[7i64], [8i64]] }
-- ==
-- entry: named
-- input { 0i64 -1i64 } output { empty([0][0]i64) }
-- input { 2i64 2i64 } output { [[0i64, 0i64], [0i64, 1i64]] }
-- input { 1i64 -1i64 } error: E0412.*An array cannot have -1 elements
-- input { -1i64 1i64 } error: E0412.*An array cannot have -1 elements
-- ==
-- entry: called
-- input { 0i64 -3i64 } output { empty([0][0]i64) empty([0][0]i64) }
-- input { 1i64 2i64 } output { [[0i64, 1i64]] [[0i64, 1i64]] }
-- input { 1i64 -3i64 } error: E0412.*An array cannot have -3 elements
-- ==
-- entry: turned
-- input { empty([0]i64) } output { empty([0]i64) }
-- input { [1i64, 2i64, 3i64] } output { [6i64, 9i64] }
-- ==
-- entry: joined
-- input { empty([0]i64) } output { [5i64] }
-- input { [1i64, 2i64, 3i64] } output { [6i64, 9i64, 5i64] }
-- ==
-- entry: pairs
-- input { 0i64 } output { empty([0]i64) }
-- input { 3i64 } output { [0i64, 1i64, 1i64, 2i64, 2i64, 3i64] }
-- ==
-- entry: groups
-- input { [3i64, 0i64, 1i64, 2i64] } output { [9i64, 0i64, 0i64, 1i64] }
-- ==
-- entry: looped
-- input { 0i64 5i64 } output { 0i64 }
-- input { 2i64 1i64 } error: E0412.*An array cannot have -2 elements
-- ==
-- entry: chosen
-- input { 1i64 0i64 } output { empty([0][0]i64) }
-- input { 3i64 1i64 } output { [[0i64], [1i64], [2i64]] }
-- ==
-- entry: deep
-- input { 0i64 -1i64 -2i64 } output { empty([0][0][0]i64) }
-- input { 2i64 0i64 -2i64 } output { empty([2][0][0]i64) }
-- input { 1i64 1i64 2i64 } output { [[[0i64, 100i64]]] }
