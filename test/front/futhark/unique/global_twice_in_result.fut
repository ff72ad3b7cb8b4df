-- One definition, one error.
def xs = [1i32, 2, 3]
def ys = [4i32, 5]
def f (_: i32) = (xs, ys, [xs])
