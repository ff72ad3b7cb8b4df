-- Record of arrays.
-- ==
-- input { [1,2,3] } output { 6 [2,3,4] }

entry main [n] (xs: [n]i32) =
  let r = {a = xs, b = {c = map (+1) xs}}
  in (i32.sum r.a, r.b.c)
