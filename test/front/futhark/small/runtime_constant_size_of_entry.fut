-- A size of a parameter that is a top-level definition is checked.
-- ==
-- input { [1,2,3] } output { 6 }
-- input { [1,2] } error: E0404.*shape

def n : i64 = 3
entry main (xs: [n]i32) = i32.sum xs
