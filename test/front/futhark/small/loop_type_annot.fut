-- Loop type annot.
-- ==
-- input { 5 } output { 120 }

entry main (n: i32) = loop (acc: i32) = 1 for (i: i32) in 1...n do acc * i
