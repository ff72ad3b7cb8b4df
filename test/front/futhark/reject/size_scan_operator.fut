-- An operator on arrays that changes the size.
-- ==
-- error: E1301
def main [n] (xss: [n][2]i32) = scan (\a b -> a ++ b) [0, 0] xss
