-- A top-level array is consumed.
-- ==
-- error: E1403
def table: [3]i32 = [1, 2, 3]
def main (i: i64) = table with [i] = 0
