-- Tuple of records arrays.
-- ==
-- input { [1,2] } output { [1,2] [2,4] }

entry main (xs: []i32) = let rs = map (\x -> ({a = x}, {b = 2 * x})) xs in (map (\(r, _) -> r.a) rs, map (.1.b) rs)
