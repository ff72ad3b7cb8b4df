module type s = { val xs: [3]i32 }
module f (m: s) = { def g (x: i32) = (m.xs with [0] = x)[1] }
module a = f { def xs: [3]i32 = [1, 2, 3] }
