-- Function if inside.
-- ==
-- input { true 3 } output { 6 }

entry main (b: bool) (x: i32) = let f y = if b then y * 2 else y + 2 in f x
