-- A part of a constant cannot be unique either.
-- ==
-- error: E1415
module m = { def table: (i32, *[3]i32) = (1, [1, 2, 3]) }
def main (i: i64) = m.table.1[i]
