-- Runtime u8 neg.
-- ==
-- input { 5u8 } output { 251u8 }

entry main (x: u8) = -x
