-- Let size bind.
-- ==
-- input { [1,2,3] } output { 2i64 }

entry main (xs: []i32) = let [k] (_: [k]i32) = filter (>1) xs in k
