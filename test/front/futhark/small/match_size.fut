-- Match size.
-- ==
-- input { [1,2,3] } output { 3i64 }

entry main (xs: []i32) = match xs case ys -> length ys
