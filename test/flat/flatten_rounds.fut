-- A loop inside a map whose number of rounds, and whose checks, are the same at all points, although
-- they are computed there and hang on a check of the range: the host runs it, and neither looks for
-- the points that go on nor has them check anything. A division and a remainder too.
-- ==
-- structure opencl { not keep, not kernel:keep }
-- ==
-- entry: main
-- input { 3i64 5i64 4i64 }
-- output { [152i64, 244i64, 136i64] }
-- input { 1i64 2i64 1i64 }
-- output { [0i64] }
-- input { 0i64 5i64 4i64 }
-- output { empty([0]i64) }
-- input { 3i64 0i64 4i64 }
-- error: E0412.*Range
-- input { 0i64 0i64 4i64 }
-- output { empty([0]i64) }
-- input { 0i64 5i64 0i64 }
-- output { empty([0]i64) }
-- input { 3i64 5i64 0i64 }
-- error: E0403.*division by zero

entry main (n: i64) (rounds: i64) (m: i64): [n]i64 =
  map (\i ->
         let every = 100 / m
         let times = map (\t -> t * t) (iota rounds)
         let row =
           loop row = map (+ i) (iota m) for g in (rounds - 2)..(rounds - 3)...0 do
             let step = times[g + 1] - times[g] + every % m
             let sums = scan (+) 0 row
             in map2 (\x s -> (x * step + s) % 100) row sums
         in i64.sum row)
      (iota n)
