-- Trailing commas in tuples, arrays, records, patterns and types.
-- ==
-- entry: main
-- input { 1 } output { [1, 2] 3 }
type r = {a: i32, b: i32,}
def main (x: i32): ([2]i32, i32,) =
  let (p, q,) = (x, 2,)
  let s: r = {a = p, b = q,}
  in ([p, q,], s.a + s.b)
