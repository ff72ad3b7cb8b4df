module type s = { val f [n]: [n]i32 -> *[n]i32 }
module m: s = { def f [n] (xs: [n]i32) = xs }
