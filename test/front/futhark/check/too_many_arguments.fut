-- A function gets more arguments than it takes.
def f (g: i32 -> i32) = g 1 2
