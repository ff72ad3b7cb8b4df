-- Definitions are in order.
-- ==
-- error: error\[E11

entry main (x: i32) : i32 = helper x
def helper (x: i32) : i32 = x
