-- A branch is a function.
def f b = if b then (\x -> x) else (\x -> x + 1)
