-- Array closure loop.
-- ==
-- input { [1,2,3] } output { [4,5,6] }

entry main [n] (xs: [n]i32) = loop ys = xs for i < 3i32 do let f y = y + (if i >= 0 then 1 else 0) in map f ys
