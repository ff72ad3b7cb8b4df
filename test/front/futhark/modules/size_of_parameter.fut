-- ==
-- input { 2 } output { [2, 2, 2] 3i64 [0i64, 1i64, 2i64] }
module F (P: { val n: i64 }) = {
  def arr (x: i32): [P.n]i32 = replicate P.n x
  def len = P.n
  def ix: [P.n]i64 = iota P.n
  type vec = [P.n]i32
  def idv (v: vec): vec = v
}
module three = { def n = 3i64 }
module A = F three
def use (v: [three.n]i32): [three.n]i32 = A.idv v
def main (x: i32) = (use (A.arr x), A.len, copy A.ix)
