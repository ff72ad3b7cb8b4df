-- A loop of varying trip count over rows that are states. On a CPU one `keep` in each round takes the points that go on; one par makes
-- their lengths, one the rows, and one writes them to their places. On a device one par tells who goes on and how many, the others are
-- marked, and only when half of the points are done a `keep` leaves these behind.
-- ==
-- input { [3i64, 0i64, 2i64, 4i64, 1i64] [0i64, 5i64, 2i64, 3i64, 1i64] } output { [3i64, 0i64, 11i64, 182i64, 0i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- structure fuse,simplify,core_to_flat,simplify,flatten,simplify { par@grid 9, keep 1, put 1, if 1, loop 2, seg_make 2 }
-- structure cuda,fuse,simplify,core_to_flat,simplify,flatten,simplify { par@grid 12, keep 1, put 1, if 3, loop 2, seg_make 2 }
entry main [n] (ns: [n]i64) (ks: [n]i64): [n]i64 =
  map2 (\n k -> i64.sum (loop row = iota n for i < k do map (\x -> x * 3 + i) row)) ns ks
