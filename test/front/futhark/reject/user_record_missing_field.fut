-- A field is missing.
-- ==
-- error: E1203

type p = {x: i32, y: i32}
def o : p = {x = 0}
entry main = o.x
