-- Names with primes and a local operator.
-- ==
-- input { [3] } output { [3,3] }

entry main [n_1] (xs': [n_1]i32) = let _y' = 1 let (+++) [n] (a: [n]i32) (b: []i32) = a ++ b in xs' +++ xs'
