-- Module entry in module.
-- ==
-- input { 2 } output { 4 }

module m = {def f (x: i32) = x * 2}
entry main = m.f
