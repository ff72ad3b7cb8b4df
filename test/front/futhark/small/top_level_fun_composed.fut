-- Top level fun composed.
-- ==
-- input { [1,2] } output { 6 }

def f = map (*2i32) >-> i32.sum
entry main (xs: []i32) = f xs
