-- Code for arrays with elements is harmless when it is used for an empty one.
-- ==
-- input { true } output { 0i64 }

entry main (_: bool) =
  let f 'a [n] (g: a -> i32) (xs: [n]a) : []a =
    if n == 0 then xs else if g xs[0] > 0 then xs[1:n] else xs
  in length (f (\x -> x) [])
