-- A row of another size.
-- ==
-- error: E1301
def main (xss: *[2][3]i32) = xss with [0] = [1, 2]
