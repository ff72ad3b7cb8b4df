-- A pattern with a field that is not there.
-- ==
-- error: E1203

type p = {x: i32}
def f ({x, y}: p) = x
entry main (a: i32) = f {x = a}
