-- A recursive call may not be given another function.
-- ==
-- error: E1217
def go (g: i64 -> i64) n = if n == 0i64 then g 0 else go (\x -> g x * 2) (n - 1)
entry main (n: i64) = go (\x -> x + 1) n
