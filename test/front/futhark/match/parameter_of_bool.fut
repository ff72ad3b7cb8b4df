def f (true: bool): i32 = 1
