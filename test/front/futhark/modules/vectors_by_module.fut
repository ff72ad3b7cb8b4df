-- ==
-- input { } output { [2, 4, 6, 8, 10] 30 5i64 }
module type vector = {
  type vector 'a
  val length: i64
  val map 'a 'b: (a -> b) -> vector a -> vector b
  val reduce 'a: (a -> a -> a) -> a -> vector a -> a
  val to_array 'a: vector a -> [length]a
  val from_array 'a: [length]a -> vector a
  val iota: i64 -> vector i64
  val replicate 'a: a -> vector a
}
module any_vector (P: { val length: i64 }): vector = {
  def length = P.length
  type vector 'a = [length]a
  def map f xs = map f xs
  def reduce f ne xs = reduce f ne xs
  def to_array 'a (xs: [length]a): [length]a = xs
  def from_array 'a (xs: [length]a): [length]a = xs
  def iota (x: i64): vector i64 = map (+ x) (iota length)
  def replicate 'a (x: a): vector a = replicate length x
}
module cat_vector (X: vector) (Y: vector): vector = {
  type vector 'a = (X.vector a, Y.vector a)
  def length = X.length + Y.length
  def map 'a 'b (f: a -> b) ((xs, ys): vector a): vector b = (X.map f xs, Y.map f ys)
  def reduce 'a (f: a -> a -> a) (ne: a) ((xs, ys): vector a): a = X.reduce f ne xs `f` Y.reduce f ne ys
  def to_array 'a ((xs, ys): vector a): [length]a = (X.to_array xs ++ Y.to_array ys) :> [length]a
  def from_array 'a (as: [length]a): vector a = (X.from_array (take X.length as), Y.from_array (drop X.length as :> [Y.length]a))
  def iota (x: i64): vector i64 = (X.iota x, Y.iota (x + X.length))
  def replicate 'a (x: a): vector a = (X.replicate x, Y.replicate x)
}
module v2 = any_vector { def length = 2i64 }
module v3 = any_vector { def length = 3i64 }
module v5 = cat_vector v2 v3
def main =
  let v = v5.map (\x -> 2 * (i32.i64 x + 1)) (v5.iota 0)
  in (v5.to_array v :> [5]i32, v5.reduce (+) 0 v, v5.length)
