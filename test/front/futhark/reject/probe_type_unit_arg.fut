-- Type unit arg.
-- ==
-- error: error\[E12

def f () = 1i32
entry main (x: i32) = f x
