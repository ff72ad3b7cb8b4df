-- Causal rep ok.
-- ==
-- input { [1,-1,3] } output { [2,4] }

entry main (xs: []i32) = filter (> 0) xs |> (\ys -> map2 (+) (rep 1) ys)
