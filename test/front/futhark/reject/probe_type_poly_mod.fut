-- Type poly mod.
-- ==
-- error: E1111

module m : {val f 'a : a -> a} = {def f (x: i32) = x}
entry main (x: i32) = m.f x
