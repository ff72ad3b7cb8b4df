def f (x: ?n.[n]i32) = x
