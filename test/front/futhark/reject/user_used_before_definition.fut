-- Definitions are in order.
-- ==
-- error: E1101

entry main (x: i32) : i32 = helper x
def helper (x: i32) : i32 = x
