-- Sized tuple.
-- ==
-- input { [1,2,3] } output { [1,2,3] 6 }

def f [n] (xs: [n]i32, s: i32) : ([n]i32, i32) = (xs, s + i32.sum xs)
entry main [n] (xs: [n]i32) : ([n]i32, i32) = f (xs, 0)
