-- A block of threads shares partitions, which are counted and put in their places, and what is reduced or filtered of
-- prefixes.
-- ==
-- structure cuda { kernel:block 3, not kernel:single }

-- A radix sort in rounds of partitions, of keys and values.
-- ==
-- entry: sorted
-- input { [[5, 1, 4, 1, 7, 0], [2, 2, 6, 3, 3, 1]] }
-- output { [[0, 1, 1, 4, 5, 7], [1, 2, 2, 3, 3, 6]] [[5i64, 1i64, 3i64, 2i64, 0i64, 4i64], [5i64, 0i64, 1i64, 3i64, 4i64, 2i64]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) empty([0][2]i64) }
-- input { empty([2][0]i32) } output { empty([2][0]i32) empty([2][0]i64) }
entry sorted [n] [m] (xs: [n][m]i32) : ([n][m]i32, [n][m]i64) =
  unzip (map (\row ->
    unzip (loop pairs = zip row (iota m) for bit < 3i32 do
      let (zeros, ones) = partition (\(x, _) -> (x >> bit) & 1 == 0) pairs
      in zeros ++ ones :> [m](i32, i64))) xs)

-- Three classes, the last of them empty in some rows; sums of each.
-- ==
-- entry: classes
-- input { [[3, -1, 4, 7, -5, 2, 2], [1, 2, 3, 4, 5, 6, 7], [-1, -2, -3, -4, -5, -6, -7]] }
-- output { [[-5, 14, 9], [0, 28, 38], [-112, 0, 0]] }
-- input { empty([1][0]i32) } output { [[0, 0, 0]] }
entry classes [n] [m] (xs: [n][m]i32) : [n][3]i32 =
  map (\row ->
    let (a, b, c) = partition2 (< 0) (\x -> x % 2 == 0) row
    let weigh [k] (ys: [k]i32) = i32.sum (map2 (\i y -> i32.i64 i * y) (indices ys) ys)
    in [weigh a, weigh b + i32.sum b, weigh c + i32.i64 (length c)]) xs

-- Prefixes of what is kept are counted in rounds, and the first of some is looked at.
-- ==
-- entry: prefixes
-- input { [[3, -1, 4, 7], [-1, -1, -1, -2], [1, 1, 1, 1]] } output { [2i64, 0i64, 2i64] [28, 0, 6] [3, -1, 1] }
-- input { empty([1][0]i32) } output { [0i64] [0] [-1] }
entry prefixes [n] [m] (xs: [n][m]i32) : ([n]i64, [n]i32, [n]i32) =
  unzip3 (map (\row ->
    loop (count, sum, first) = (0i64, 0, -1) for least < 2i32 do
      let sums = scan (+) 0 (filter (> least) row)
      let (even, odd) = partition (\x -> x % 2 == 0) sums
      in (count + length even, sum + i32.sum even, if length odd > 0 then odd[0] else first)) xs)
