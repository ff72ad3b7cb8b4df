-- Modules with ops.
-- ==
-- input { 3 } output { 10 }

module m = {def (<>) (a: i32) (b: i32) = a * b + 1}
open m
entry main (x: i32) = x <> x
