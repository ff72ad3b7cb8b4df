-- Causal rep let ok.
-- ==
-- input { [1,-1,3] } output { [2,4] }

entry main (xs: []i32) = let ys = filter (> 0) xs in map2 (+) (rep 1) ys
