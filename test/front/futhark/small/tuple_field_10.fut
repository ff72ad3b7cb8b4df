-- Tuple field 10.
-- ==
-- input { 1 } output { 11 }

entry main (x: i32) = (x, x+1, x+2, x+3, x+4, x+5, x+6, x+7, x+8, x+9, x+10).10
