-- Bitwise negation by name.
-- ==
-- input { 5i32 200u8 } output { -6i32 55u8 }
module flip (I: integral) = {
  def all (x: I.t): I.t = I.not x
}
module flip_u8 = flip u8
def main (x: i32) (y: u8): (i32, u8) = (i32.not x, flip_u8.all y)
