-- Partition use.
-- ==
-- input { [1,2,3,4] } output { 2i64 4 }

entry main (xs: []i32) = let (a, b) = partition (\x -> x % 2 == 0) xs in (length a, i32.sum b)
