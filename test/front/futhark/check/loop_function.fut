-- A loop carries a function.
def f = loop g = (\x -> x + 1) for i < 10 do g
