-- Not a program: `with` updates xs in place, and afterwards xs is used.
entry main (xs: *[]i32) =
  let ys = xs with [0] = 7
  in (i32.sum ys, i32.sum xs)
-- ==
-- error: used after it was consumed
