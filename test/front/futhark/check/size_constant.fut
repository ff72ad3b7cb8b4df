-- The result decides the size of the parameter.
def f (xs: []i32): [3]i32 = xs
def g [n] (xs: [n]i32) = f xs
