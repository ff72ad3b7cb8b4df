def f [n] (xs: *[n]{a: i32, b: f32}) (i: i64) = xs with [i] = (xs[i] with a = 3)
