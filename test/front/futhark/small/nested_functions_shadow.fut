-- Nested functions shadow.
-- ==
-- input { 4 } output { 30 }

entry main (x: i32) =
  let f x = let g x = x * 2 in g (x + 1)
  let h f x = f (f x)
  in h f x + 8
