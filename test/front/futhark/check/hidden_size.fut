-- A size that is part of a tuple parameter.
def f (x: i64, y: i64) (A: [x]bool) = true
