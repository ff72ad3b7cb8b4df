-- Constructors for a number.
-- ==
-- error: E1204

entry main (x: i32) : i32 = match x case #a -> 1 case #b -> 2
