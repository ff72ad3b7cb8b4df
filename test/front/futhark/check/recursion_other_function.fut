-- A recursive call with another function.
def r (f: i32 -> i32) (n: i32) : i32 = if n == 0 then f 0 else r (\x -> f x) (n - 1)
