-- Rows of different sizes.
def f ns = map (\n -> iota n) ns
