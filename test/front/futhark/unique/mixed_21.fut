def f [n] (xs: *[n]i32) = reduce_by_index xs (+) 0 (iota n) xs
