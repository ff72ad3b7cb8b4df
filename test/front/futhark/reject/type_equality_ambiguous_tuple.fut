-- Nothing says what is compared in a tuple.
-- ==
-- error: E1205
def f x y = (x, 1i32) == (y, 2)
