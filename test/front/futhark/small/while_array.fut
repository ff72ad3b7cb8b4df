-- While array.
-- ==
-- input { [16,3] } output { [1,0] }

entry main (xs: []i32) = loop ys = xs while any (> 1) ys do map (\y -> if y > 1 then y / 2 - (if y == 3 then 1 else 0) else y) ys
