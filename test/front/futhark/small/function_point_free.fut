-- Function point free.
-- ==
-- input { [1,2,3] } output { 12 }

def total = map (* 2i32) >-> reduce (+) 0
entry main (xs: []i32) = total xs
