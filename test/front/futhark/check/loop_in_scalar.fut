-- A loop runs over a number.
def f (n: i32) = loop x = 0 for y in n do x + y
