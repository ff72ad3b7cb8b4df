-- The type of a record must be known.
-- ==
-- error: error\[E12

def getx r = r.x + 0i32
entry main (x: i32) = (getx {x}, getx {x = x + 1})
