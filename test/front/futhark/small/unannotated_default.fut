-- Unannotated default.
-- ==
-- input { 3 } output { 5 3 }

def add = \x y -> x + y
def idd x = x
entry main (x: i32) = (add x 2, idd x)
