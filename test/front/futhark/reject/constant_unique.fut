-- A constant is shared by all that use it.
-- ==
-- error: E1415
def table: *[3]i32 = [1, 2, 3]
def main (i: i64) = table[i]
