-- Runtime dead branch.
-- ==
-- input { 0 } output { 0 }

entry main (x: i32) = if x == 0 then 0 else 10 / x
