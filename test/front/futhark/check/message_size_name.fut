-- A size that is invented is not called like one that is written.
def f [k] (xs: [k]i32) = map2 (+) xs (filter (> 0) xs)
