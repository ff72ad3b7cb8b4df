-- Local module.
-- ==
-- input { 3 } output { 4 }

local module m = {def f (x: i32) = x + 1}
entry main (x: i32) = m.f x
