-- A field too many.
-- ==
-- error: E1203

type p = {x: i32}
def o : p = {x = 0, y = 1}
entry main = o.x
