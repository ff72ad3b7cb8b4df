-- Type lambda arity.
-- ==
-- error: error\[E12

entry main (xs: []i32) = map (\x y -> x + y) xs :> []i32
