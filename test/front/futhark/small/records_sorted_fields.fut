-- Records sorted fields.
-- ==
-- input { 1 } output { 1 2 3 }

entry main (x: i32) = let {c, a, b} = {a = x, c = 3, b = 2} in (a, b, c)
