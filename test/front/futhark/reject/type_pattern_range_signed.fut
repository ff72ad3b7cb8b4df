-- 128 is no i8.
-- ==
-- error: E1213
def f (x: i8) = match x case 128 -> 1i32 case _ -> 2
