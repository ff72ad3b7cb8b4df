-- A field is missing.
-- ==
-- error: error\[E12

type p = {x: i32, y: i32}
def o : p = {x = 0}
entry main = o.x
