-- An operator of stars.
-- ==
-- input { 3 } output { 27 }

def (***) (a: i32) (b: i32) = a ** b
entry main (x: i32) = x *** 3
