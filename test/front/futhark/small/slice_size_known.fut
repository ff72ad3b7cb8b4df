-- Slice size known.
-- ==
-- input { [1,2,3,4] } output { [3,5] }

entry main [n] (xs: [n]i32) = let a = xs[0:2] :> [2]i32 let b = xs[1:3] :> [2]i32 in map2 (+) a b
