-- Indexing of indexed, projected and parenthesised expressions.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] } output { 4 2 3 [3, 4] 2 1 }
def main (xss: [2][2]i32): (i32, i32, i32, [2]i32, i32, i32) =
  let r = {a = xss, b = {c = xss[0]}}
  let t = (xss, 5)
  in (xss[1][1], r.b.c[1], t.0[1, 0], (id xss)[1], r.a[0][1], (transpose xss)[0, 0])
