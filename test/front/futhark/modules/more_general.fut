-- A value may be more general than its specification.
-- ==
-- input { 3 } output { 3 [1] }
module m: { val id: i32 -> i32 val rev [n]: [n]i32 -> []i32 } = {
  def id 'a (x: a) = x
  def rev [n] 'a (x: [n]a): [n]a = reverse x
}
def main (x: i32) = (m.id x, m.rev [1])
