-- A value of the argument has another type.
-- ==
-- error: E1111
module f (m: {val x: i32}) = {def y = m.x + 1}
module a = f {def x = 1.5f64}
def main = a.y
