def sum (xs: []i32): i32 = reduce (+) 0 xs
def f (xs: *[]i32) =
  let s = sum xs
  let xs[0] = s
  in s + xs[0]
