module m = {
  def fill (xs: *[]i32) (v: i32) = loop xs for i < length xs do xs with [i] = v
}
def f (n: i64) = m.fill (replicate n 0) 1
