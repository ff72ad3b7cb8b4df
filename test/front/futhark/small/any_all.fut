-- Any all.
-- ==
-- input { [1,2] } output { true false }

entry main (xs: []i32) = (any (==1) xs, all (==1) xs)
