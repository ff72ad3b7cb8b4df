-- If tuple.
-- ==
-- input { true } output { 1 2 }

entry main (b: bool) = if b then (1, 2) else (3, 4)
