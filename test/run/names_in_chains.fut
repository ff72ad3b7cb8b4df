-- Variables that are called like what the loops of scans and filters have in C.
-- ==
-- entry: main
-- input { [1i64, 2i64, 3i64] [4i64, 5i64, 6i64] [7i64, 8i64, 9i64] }
-- output { [12i64, 27i64, 45i64] [3i64] }
entry main [n] (step: [n]i64) (turns: [n]i64) (own: [n]i64): ([n]i64, []i64) =
  (scan (+) 0 (map3 (\a b c -> a + b + c) step turns own),
   filter (\x -> x % 3 == 0) (map2 (*) step (map2 (-) own (map (+ 2) turns))))
