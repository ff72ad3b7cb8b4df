-- Functions without types and prefix minus.
-- ==
-- input { 3 } output { 9 -3 3 6 }

def f x y : i32 = x * y
entry main x = (f x (x), -f x 1, - -x + 0 - 0, (\() -> f x 2) ())
