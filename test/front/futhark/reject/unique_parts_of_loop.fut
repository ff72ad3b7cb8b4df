-- Parameters of a loop that is not said to own them may become each other.
-- ==
-- error: E1401
def main [n] (xs: [n]i32) =
  let (as, bs) = loop (s, t) = (copy xs, map (+ 1) xs) for _i < 3i32 do (t, s)
  in (as with [0] = 1, bs)
