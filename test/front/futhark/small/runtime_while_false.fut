-- Runtime while false.
-- ==
-- input { 3 } output { 3 }

entry main (x: i32) = loop y = x while false do y + 1
