-- Tuple nested.
-- ==
-- input { 3 } output { 3 4 5 }

entry main (x: i32) =
  let t = (x, (x + 1, {z = x + 2}))
  let (a, (b, {z})) = t
  in (t.0 + a - a, t.1.0 + b - b, t.1.1.z + z - z)
