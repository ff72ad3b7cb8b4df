-- Let poly explicit.
-- ==
-- input { 3 } output { 3 true }

entry main (x: i32) =
  let f 'a (y: a) = y
  in (f x, f true)
