-- Updates of nested records by paths.
-- ==
-- input { 3i32 } output { 4i32 [3i32, 3i32] true 4i32 }
type t = {a: {b: (i32, [2]i32), c: bool}, d: i32}
entry main (x: i32) =
  let r: t = {a = {b = (x, [x, x]), c = true}, d = 0}
  let r = r with a.b = (x + 1, r.a.b.1)
  let r = r with d = r.a.b.0
  let {a = {b = (p, q), c}, d} = r
  in (p, q, c, d)
