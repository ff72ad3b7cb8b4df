-- An ascription shows what is specified, and hides what its types are.
-- ==
-- input { 3 } output { 6 }
module type counter = {
  type t
  val zero: t
  val add: i32 -> t -> t
  val get: t -> i32
}
module pair: counter = {
  type t = (i32, i32)
  def zero: t = (0, 0)
  def add (x: i32) ((a, b): t): t = (a + x, b + 1)
  def get ((a, b): t) = a * b
}
def main (x: i32) = pair.get (pair.add 0 (pair.add x pair.zero))
