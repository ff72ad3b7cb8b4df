-- Exist closure.
-- ==
-- input { [3,-3,4] 1i64 } output { 4 }

entry main (xs: []i32) (i: i64) = let ys = filter (> 0) xs let get k = ys[k] in get i
