-- Function curried map3.
-- ==
-- input { [1,2] } output { [6,12] }

def f a b c : i32 = a + b + c
entry main [n] (xs: [n]i32) = map3 f xs (map (* 2) xs) (map (* 3) xs)
