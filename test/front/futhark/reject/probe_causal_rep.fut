-- Causal rep.
-- ==
-- error: error\[E13

entry main (xs: []i32) = map2 (+) (rep 1) (filter (> 0) xs)
