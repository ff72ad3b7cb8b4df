-- The size of a loop parameter is stated, and changes.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = loop (ys: [n]i32) = xs for i < 3 do ys ++ ys
