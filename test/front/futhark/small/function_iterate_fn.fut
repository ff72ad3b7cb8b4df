-- Function iterate fn.
-- ==
-- input { 5 } output { 160 }

entry main (x: i32) = iterate 5 (* 2) x
