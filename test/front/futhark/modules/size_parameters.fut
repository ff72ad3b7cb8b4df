-- Abstract types with size parameters keep track of sizes.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] 3i64 }
module type vector = {
  type~ t [n] 'a
  val of [n] 'a: [n]a -> t [n] a
  val to [n] 'a: t [n] a -> [n]a
  val flip [n] 'a: t [n] a -> t [n] a
}
module vector: vector = {
  type~ t [n] 'a = [n]a
  def of [n] 'a (x: [n]a): t [n] a = x
  def to [n] 'a (x: t [n] a): [n]a = x
  def flip [n] 'a (x: t [n] a): t [n] a = reverse x
}
def main [n] (x: [n]i32) : ([n]i32, i64) = (vector.to (vector.flip (vector.of x)), length x)
