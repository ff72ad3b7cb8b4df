-- Functions whose types are not known where there can be none.
def pair 'a (x: a) (y: a) = (x, y)
def f (x: i32) = pair (\y -> y) (\z -> z)
def g (x: i32) = (pair x x).0 x
def h 'a (f: a) (x: i32) = f x
