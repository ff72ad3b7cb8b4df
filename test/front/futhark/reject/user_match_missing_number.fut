-- Not all numbers are covered.
-- ==
-- error: E1501

entry main (x: i32) : i32 = match x case 0 -> 1 case 1 -> 2
