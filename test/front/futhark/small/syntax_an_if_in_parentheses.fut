-- An if in parentheses.
-- ==
-- input { 4 } output { 12 }

entry main (x: i32) = (if x > 2 then x else 2) * 3
