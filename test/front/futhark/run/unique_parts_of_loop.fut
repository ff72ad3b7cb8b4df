-- Results of loops that are consumed on their own: the loop owns both, or consumes one of them; and one alone.
-- ==
-- input { [1, 2] } output { [7, 2] [2, 3] [7, 2] [2, 3] [7, 2] }
def main [n] (xs: [n]i32) =
  let (as, bs) = loop (s: *[n]i32, t: *[n]i32) = (copy xs, map (+ 1) xs) for _i < 2i32 do (t, s)
  let (cs, ds) = loop (s, t) = (copy xs, map (+ 1) xs) for i < 1i32 do (s with [0] = i, t)
  let es = loop s = copy xs for _i < 2i32 do s
  in (as with [0] = 7, bs, cs with [0] = 7, ds, es with [0] = 7)
