-- Poly tuple sort.
-- ==
-- input { [2,1] } output { [1,2] [1i64,0i64] }

def sort2 'a [n] (lte: a -> a -> bool) (xs: *[n]a) : *[n]a =
  if n < 2 then xs else if lte xs[0] xs[1] then xs
  else let a = copy xs[0] let b = copy xs[1] in xs with [0] = b with [1] = a
entry main [n] (xs: [n]i32) = unzip (sort2 (\a b -> a.0 <= b.0) (copy (zip xs (iota n))))
