-- A recursive call must have the sizes that the rest decides.
-- ==
-- error: E1301
def f (xs: []i32) (ys: []i32): i32 =
  if null (zip xs ys) then 0 else f xs (drop 1 ys)
def main (xs: []i32) = f xs xs
