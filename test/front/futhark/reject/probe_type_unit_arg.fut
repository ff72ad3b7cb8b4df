-- Type unit arg.
-- ==
-- error: E1201

def f () = 1i32
entry main (x: i32) = f x
