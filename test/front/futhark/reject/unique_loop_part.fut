-- A loop's parameters are declared part by part.
-- ==
-- error: E1402
def f (xs: *[]i32) (ys: *[]i32): ([]i32, []i32) =
  loop ((a, b): (*[]i32, []i32)) = (xs, ys) for i < 3 do (a with [i] = 1, b with [i] = 2)
