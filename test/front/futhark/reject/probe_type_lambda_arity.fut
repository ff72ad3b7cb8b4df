-- Type lambda arity.
-- ==
-- error: E1206

entry main (xs: []i32) = map (\x y -> x + y) xs :> []i32
