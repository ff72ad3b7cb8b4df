-- Runtime mulhi.
-- ==
-- input { 4294967295u32 } output { 4294967294u32 }

entry main (x: u32) = u32.mul_hi x x
