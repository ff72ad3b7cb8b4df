-- -1 is no u8.
-- ==
-- error: E1213
def f (x: u8) = match x case -1 -> 1i32 case _ -> 2
