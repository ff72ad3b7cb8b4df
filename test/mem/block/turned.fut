-- What a loop of a point gives to its next round turned round, or backwards, is written in order there: two blocks in
-- turn do, in loops in loops, too, and a block of threads shares the point.
entry turned [b][n] (rounds: i64) (as: [b][n][n]i32): [b][n][n]i32 =
  map (\a -> loop a = copy a for p < rounds do
               loop a for q < p do
                 transpose (tabulate_2d n n (\i j -> a[i, j] + 2 * a[j, n - 1 - i] + i32.i64 (p * q)))) as

entry backwards [b][n] (rounds: i64) (as: [b][n]i32): [b][n]i32 =
  map (\a -> loop a = copy a for p < rounds do
               reverse (map2 (\x y -> 2 * x - y + i32.i64 p) a (rotate 1 a))) as

-- Two that are one array, seen both ways: these are not handed on in order, and not shared.
entry both [b][n] (rounds: i64) (as: [b][n][n]i32): [b]i32 =
  map (\a -> let (a, t) = loop (a: [n][n]i32, t: [n][n]i32) = (copy a, transpose a) for p < rounds do
                            let c = map2 (map2 (\x y -> x * 3 - y + i32.i64 p)) a t
                            in (transpose c, c)
             in i32.sum (map i32.sum a) - t[0, n-1]) as
-- ==
-- entry: turned
-- input { 3i64 [[[1, 2], [3, 4]], [[0, 1], [5, -2]]] } output { [[[57, 57], [82, 82]], [[16, 47], [7, 46]]] }
-- input { 0i64 [[[1, 2], [3, 4]]] } output { [[[1, 2], [3, 4]]] }
-- input { 3i64 empty([2][0][0]i32) } output { empty([2][0][0]i32) }
-- ==
-- entry: backwards
-- input { 3i64 [[1, 2, 3], [5, 0, -1]] } output { [[26, -2, -9], [-54, 2, 65]] }
-- input { 2i64 empty([1][0]i32) } output { empty([1][0]i32) }
-- ==
-- entry: both
-- input { 3i64 [[[1, 2], [3, 4]], [[0, 1], [5, -2]]] } output { [104, 148] }
-- input { 0i64 [[[7]]] } output { [0] }
-- ==
-- structure cuda { kernel:block 2 }
