-- Loop shadow capture.
-- ==
-- input { 3 } output { 27 }

entry main (x: i32) = let y = x in loop x = 1 for _i < y do x * y
