-- with on types that have parameters and sizes.
-- ==
-- entry: main
-- input { [1, 2] } output { [1, 2] 2i64 [2, 1] }
module type seq = { type seq 'a [n] val from 'a [n]: [n]a -> seq a [n] val to 'a [n]: seq a [n] -> [n]a }
module arrays: seq with seq 'a [n] = [n]a = {
  type seq 'a [n] = [n]a
  def from 'a [n] (xs: [n]a): seq a [n] = xs
  def to 'a [n] (xs: seq a [n]): [n]a = xs
}
def main [n] (xs: [n]i32): ([n]i32, i64, [n]i32) =
  (arrays.to (arrays.from xs), length (arrays.from xs), reverse (arrays.from xs))
