-- Type consume scalar ok.
-- ==
-- input { 3 } output { 4 }

def f (x: *i32) = x + 1
entry main (x: i32) = f x
