module type s = { val f [n]: [n]i32 -> i32 }
module m: s = { def f [n] (xs: *[n]i32) = xs[0] }
