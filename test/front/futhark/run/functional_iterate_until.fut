-- ==
-- input { 1 } output { 16 }
-- input { 20 } output { 20 }
entry main (x: i32) = iterate_until (> 10) (* 2) x
