-- Many parentheses.
-- ==
-- input { 3 } output { 3 }

entry main (x: i32) = (((((x)))))
