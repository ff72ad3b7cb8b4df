-- Operators as functions.
-- ==
-- input { 3 } output { 5 5 1 }

entry main (x: i32) = ((+) x 2, (`i32.max` x) 5, (x -) 2)
