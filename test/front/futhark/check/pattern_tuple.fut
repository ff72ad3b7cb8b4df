-- A tuple pattern of another length.
def f = (\(x, y) -> x) (1, 2, 3)
