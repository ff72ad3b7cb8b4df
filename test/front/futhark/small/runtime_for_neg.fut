-- Runtime for neg.
-- ==
-- input { -3 } output { 7 }

entry main (n: i32) = loop y = 7 for i < n do y + i
