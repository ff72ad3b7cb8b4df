-- A module type that leaves sizes free.
-- ==
-- error: E1111
module type s = { val f [n] [m]: [n]i32 -> [m]i32 -> i32 }
module m: s = { def f (xs: []i32) (ys: []i32) = i32.sum (map2 (+) xs ys) }
