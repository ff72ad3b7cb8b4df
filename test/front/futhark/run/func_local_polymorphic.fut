-- A local function with explicit type parameters may be used at two types.
-- ==
-- entry: main
-- input { 1 true } output { [1, 1] [true, true] }
def main (x: i32) (b: bool): ([2]i32, [2]bool) =
  let pair 'a (v: a): [2]a = [v, v]
  in (pair x, pair b)
