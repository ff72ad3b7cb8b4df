-- Big tuple.
-- ==
-- input { 1 } output { 1 2 3 4 5 6 7 8 9 10 11 }

entry main (x: i32) = (x, x+1, x+2, x+3, x+4, x+5, x+6, x+7, x+8, x+9, x+10)
