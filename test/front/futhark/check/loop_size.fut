-- A loop parameter of a written size that the body changes.
def f [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for i < 3 do filter (> 0) ys
