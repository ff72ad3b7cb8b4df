-- An abstract type hides its representation; a size parameter stays visible.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 3i64 [3, 2, 1] }
module vector: {
  type vec [n] 'a
  val make [n] 'a: [n]a -> vec [n] a
  val get [n] 'a: vec [n] a -> [n]a
  val sum [n]: vec [n] i32 -> i32
} = {
  type vec [n] 'a = {data: [n]a}
  def make [n] 'a (xs: [n]a): vec [n] a = {data = xs}
  def get [n] 'a (v: vec [n] a): [n]a = v.data
  def sum [n] (v: vec [n] i32): i32 = i32.sum v.data
}
def size [n] (_: vector.vec [n] i32): i64 = n
def main [n] (xs: [n]i32): (i32, i64, [n]i32) =
  let v = vector.make xs
  in (vector.sum v, size v, reverse (vector.get v))
