-- Runtime for in empty.
-- ==
-- input { empty([0]i32) } output { 7 }

entry main (xs: []i32) = loop y = 7 for x in xs do y + x
