-- A recursive call of a function that takes functions needs all its arguments.
-- ==
-- error: E1217
def repeat (n: i64) (f: i64 -> i64) (x: i64): i64 =
  if n == 0 then x else let g = repeat (n - 1) f in g (f x)
entry main (n: i64) (x: i64) = repeat n (\y -> y + 1) x
