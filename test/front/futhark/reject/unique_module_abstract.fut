-- An abstract value is consumed and used.
-- ==
-- error: E1214
module m: {type t val make: i64 -> *t val set: *t -> *t val get: t -> i32} = {
  type t = []i32
  def make (n: i64): *t = replicate n 0
  def set (xs: *t): *t = xs with [0] = 1
  def get (xs: t) = xs[0]
}
def main (n: i64) = let a = m.make n let b = m.set a in m.get a + m.get b
