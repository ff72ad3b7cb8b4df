-- The type of a record must be known.
-- ==
-- error: E1205

def getx r = r.x + 0i32
entry main (x: i32) = (getx {x}, getx {x = x + 1})
