-- Assert ok.
-- ==
-- input { 3 } output { 3 }

entry main (x: i32) = assert (x > 0) x
