-- Lifted apply.
-- ==
-- input { 3 } output { 6 }

def ap '^a '^b (f: a -> b) (x: a) = f x
entry main (x: i32) = ap (\f -> f x) (* 2)
