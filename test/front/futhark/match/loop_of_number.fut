def f (n: i64) = loop (0, s) = (0i32, 1i32) for _i < n do (0, s)
