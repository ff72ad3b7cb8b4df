-- The result of filter has a size that nothing else has.
def f [n] (xs: [n]i32) = zip xs (filter (> 0) xs)
