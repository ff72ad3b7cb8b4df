-- ==
-- input { 3 } output { 4 }
module f = \(m: { val step: i32 }): ({ val next: i32 -> i32 }) -> {
  def hidden = m.step
  def next (x: i32) = x + hidden
}
module one = f { def step = 1i32 }
def main (x: i32) = one.next x
