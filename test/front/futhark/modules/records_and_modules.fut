-- In `a.b.c` the first names may be modules; those behind a value are fields.
-- ==
-- input { 3 } output { 3 4 5 }
module m = { def r = { point = (3i32, 4i32), size = 5i32 } module n = { def r = 0i32 } }
def main (_: i32) = (m.r.point.0, m.r.point.1, m.r.size + m.n.r)
