-- Rows of different sizes.
def f = [[1, 2], [3]]
