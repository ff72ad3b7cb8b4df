-- Functor numeric.
-- ==
-- input { [1,2,3] [1.5,2.5] } output { 14 8.5 }

module mk (N: numeric) = {def sumsq [n] (xs: [n]N.t) : N.t = N.sum (map (\x -> x N.* x) xs)}
module mi = mk i32
module mf = mk f64
entry main (a: []i32) (b: []f64) = (mi.sumsq a, mf.sumsq b)
