-- Updates of nested fields, and of an array in a record.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 9 2 [1, 7, 3] }
type inner = {a: i32, b: i32}
type outer = {i: inner, xs: [3]i32}
def main (xs: [3]i32): (i32, i32, [3]i32) =
  let o: outer = {i = {a = 1, b = 2}, xs}
  let o = o with i.a = 9
  let o = o with xs = (copy o.xs with [1] = 7)
  in (o.i.a, o.i.b, o.xs)
