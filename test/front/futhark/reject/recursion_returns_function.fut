-- A recursive definition may not return a function.
-- ==
-- error: E1217
def fix 'a (f: (a -> a) -> a -> a) (n: i32) : a -> a = f (fix f (n-1))
