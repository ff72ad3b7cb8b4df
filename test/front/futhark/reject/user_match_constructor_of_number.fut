-- Constructors for a number.
-- ==
-- error: error\[E12

entry main (x: i32) : i32 = match x case #a -> 1 case #b -> 2
