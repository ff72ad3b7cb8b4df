-- A field too many.
-- ==
-- error: error\[E12

type p = {x: i32}
def o : p = {x = 0, y = 1}
entry main = o.x
