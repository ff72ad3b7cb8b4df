-- An update of `x.0` consumes it, and nothing else of `x`.
-- ==
-- error: E1401
entry main (x: *([3]i32, [2]i32)): (i32, [2]i32) =
  let z = x with 0[1] = 9
  in (x.0[0] + z.0[0], x.1)
