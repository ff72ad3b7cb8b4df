-- A result that is a global through a function is consumed.
-- ==
-- error: E1403
def table: [2]i32 = [1, 2]
def main (x: i32) = let ys = table in ys with [0] = x
