-- Module local open shadow.
-- ==
-- input { 3.0 } output { 9.0 }

entry main (x: f64) = let sqrt = x * x in f64.(sqrt 81) + sqrt - sqrt
