-- Cases with results of different types.
-- ==
-- error: E1201

entry main (x: i32) = match x case 0 -> 1i32 case _ -> 2.0f32
