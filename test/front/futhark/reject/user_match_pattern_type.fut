-- A pattern of another type.
-- ==
-- error: E1201

entry main (x: i32) : i32 = match x case true -> 1 case _ -> 2
