-- Zip map tuple3.
-- ==
-- input { [1,2] [3,4] [5,6] } output { [9,12] }

entry main [n] (a: [n]i32) (b: [n]i32) (c: [n]i32) = map (\(x, y, z) -> x + y + z) (zip3 a b c)
