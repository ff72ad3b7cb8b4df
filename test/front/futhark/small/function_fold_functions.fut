-- Function fold functions.
-- ==
-- input { 5 } output { 21 }

entry main (x: i32) = let fs = (+ 1) >-> (* 3) >-> (+ 3) in fs x
