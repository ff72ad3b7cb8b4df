-- A recursive call at another type.
-- ==
-- error: E1201
def r 'a (n: i32) (x: a) : i32 = if n == 0 then 0 else r (n - 1) (x, x)
