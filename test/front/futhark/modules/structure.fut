-- A module is a collection of names; names inside see those before them and those outside.
-- ==
-- input { 3 } output { 3 7 12 }
def offset = 1
module m = {
  def one = offset
  def two = one + offset
  module inner = { def three = two + one }
}
def main (x: i32) = (m.inner.three, x + m.two + 2 * m.one, x * 4 * m.one)
