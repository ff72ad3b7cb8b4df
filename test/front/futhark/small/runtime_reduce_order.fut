-- Runtime reduce order.
-- ==
-- input { [1,2,3,4] } output { 1234 }

entry main (xs: []i32) = (reduce (\(a, p) (b, q) -> (a * q + b, p * q)) (0, 1) (map (\x -> (x, 10)) xs)).0
