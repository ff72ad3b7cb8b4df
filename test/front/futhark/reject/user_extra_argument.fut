-- One argument too many.
-- ==
-- error: E1202

def inc (a: i32) : i32 = a + 1
entry main (x: i32) : i32 = inc x 2
