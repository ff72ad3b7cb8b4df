-- Unique alias unzip.
-- ==
-- error: E1401

entry main (xs: *[](i32, i32)) = let (a, b) = unzip xs let c = xs with [0] = (1, 2) in (a[0], c[0].0 + b[0])
