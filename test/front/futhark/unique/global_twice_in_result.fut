-- One lambda, one error.
def xs = [1i32, 2, 3]
def ys = [4i32, 5]
def f (x: i32) = (\_ -> (xs, ys, [xs])) x
