-- A row has the size of the columns.
-- ==
-- error: E1301
def main [n] [m] (a: [n][m]i32): [n]i32 = a[0]
