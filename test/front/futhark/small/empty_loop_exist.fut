-- Empty loop exist.
-- ==
-- input { 0 } output { empty([0]i32) }

entry main (n: i32) : []i32 = loop xs = [] for i < n do xs ++ [i]
