-- Module local in module.
-- ==
-- input { 2 } output { 5 }

module m = {local type secret = i32 local def helper (x: secret) = x + 1 def f (x: i32) = helper (x * 2)}
entry main x = m.f x
