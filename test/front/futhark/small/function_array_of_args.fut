-- Function array of args.
-- ==
-- input { [1,2,3] } output { [[1,2,3],[2,4,6]] }

entry main (xs: []i32) = map (\k -> map (\f -> f * k) xs) [1, 2]
