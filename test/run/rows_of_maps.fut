-- Maps whose points reduce or scan a row of their own: on a GPU one kernel over all elements. What
-- is computed of a row before and behind that, rows that are chosen, three dimensions, and matrices
-- whose rows are read by many points, which are left to tiles.

-- ==
-- entry: norms
-- input { [[1, 2], [3, 4], [5, 6]] [10, 20, 30] } output { [37, 81, 141] [13, 27, 41] }
-- input { empty([2][0]i32) [10, 20] } output { [1, 1] [10, 20] }
-- input { empty([0][2]i32) empty([0]i32) } output { empty([0]i32) empty([0]i32) }
entry norms [n][m] (xss: [n][m]i32) (w: [n]i32): ([n]i32, [n]i32) =
  unzip (map2 (\xs a ->
                 let s = reduce (+) 1 (map (\x -> x * x + a + i32.i64 m * 2 + x) xs)
                 in (s, a + reduce (+) 0 xs))
              xss w)

-- ==
-- entry: prefixes
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 3, 6], [4, 9, 15]] }
-- input { [[7], [8]] } output { [[7], [8]] }
-- input { empty([3][0]i32) } output { empty([3][0]i32) }
entry prefixes [n][m] (xss: [n][m]i32): [n][m]i32 = map (scan (+) 0) xss

-- ==
-- entry: cube
-- input { [[[1, 5], [3, 2]], [[4, 4], [9, 8]]] } output { [[5, 3], [4, 9]] }
-- input { empty([1][2][0]i32) } output { [[-9, -9]] }
entry cube [n][m][k] (xsss: [n][m][k]i32): [n][m]i32 = map (map (reduce i32.max (-9))) xsss

-- ==
-- entry: chosen
-- input { [2i64, 0i64, 2i64] [[1, 2], [3, 4], [5, 6]] } output { [11, 3, 11] }
-- input { [2i64, 3i64] [[1, 2], [3, 4], [5, 6]] } error: E0402.*out of bounds
entry chosen [n][m][k] (at: [n]i64) (xss: [m][k]i32): [n]i32 = map (\i -> reduce (+) 0 xss[i]) at

-- ==
-- entry: products
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8], [9, 1]] } output { [[17, 23, 11], [39, 53, 31]] [17, 39] }
entry products [n][m][k] (a: [n][k]i32) (b: [m][k]i32): ([n][m]i32, [n]i32) =
  let dot [l] (x: [l]i32) (y: [l]i32) = reduce (+) 0 (map2 (*) x y)
  in (map (\r -> map (dot r) b) a, map (\r -> dot r b[0]) a)

-- How many of n rows of m numbers have a wrong sum, by a reduction and by a scan.
-- ==
-- entry: wrong
-- input { 1i64 50000i64 } output { 0i64 }
-- input { 50000i64 1i64 } output { 0i64 }
-- input { 301i64 257i64 } output { 0i64 }
-- input { 64i64 1024i64 } output { 0i64 }
entry wrong (n: i64) (m: i64): i64 =
  let xss = map (\i -> map (\j -> (i * 7 + j) % 11) (iota m)) (iota n)
  let sums = map (reduce (+) 0) xss
  let ends = map (\xs -> (scan (+) 0 xs)) xss
  let want = map (\i -> loop s = 0 for j < m do s + (i * 7 + j) % 11) (iota n)
  in reduce (+) 0 (map3 (\w s e -> i64.bool (w != s || w != e[m - 1])) want sums ends)

-- Columns, and all pairs: few of them are run over elements, many by a thread each.
-- ==
-- entry: columns
-- input { [[1, 2, 3], [4, 5, 6]] } output { [5, 7, 9] }
-- input { empty([0][2]i32) } output { [0, 0] }
entry columns [n][m] (xss: [n][m]i32): [m]i32 = map (reduce (+) 0) (transpose xss)

-- ==
-- entry: distances
-- input { [1, 5, 2] } output { [5, 7, 4] }
entry distances [n] (xs: [n]i32): [n]i32 =
  map (\x -> reduce (+) 0 (map (\y -> i32.abs (x - y)) xs)) xs

-- ==
-- entry: many
-- input { 20000i64 3i64 } output { 0i64 }
-- input { 3i64 20000i64 } output { 0i64 }
entry many (n: i64) (m: i64): i64 =
  let xss = map (\j -> map (\i -> (i * 7 + j) % 11) (iota n)) (iota m)
  let sums = map (reduce (+) 0) (transpose xss)
  let want = map (\i -> loop s = 0 for j < m do s + (i * 7 + j) % 11) (iota n)
  in reduce (+) 0 (map2 (\a b -> i64.bool (a != b)) sums want)
