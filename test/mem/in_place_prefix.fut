-- Prefixes of an array that is not needed any more, and what is made of them, take its place on a CPU.
-- ==
-- entry: prefixes
-- input { 2i64 [1i64, 2i64, 3i64, 4i64] } output { [1i64, 4i64, 10i64, 20i64] }
-- structure c { alloc 2 }
-- ==
-- entry: beside
-- input { 2i64 [1i64, 2i64, 3i64, 4i64] } output { [4i64, 12i64, 25i64, 44i64] }
-- compiled random input { 3i64 [300000]i64 } auto output
entry prefixes [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = copy xs for _i < k do scan (+) 0 ys
entry beside [n] (k: i64) (xs: [n]i64) : [n]i64 = loop ys = copy xs for _i < k do map2 (+) ys (scan (+) 0 ys)
