-- A size parameter that is the size of nothing.
def f [n] (x: i32) = n
