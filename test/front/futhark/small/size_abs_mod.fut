-- Size abs mod.
-- ==
-- input { 3i64 } output { [0i64,1i64,2i64] }

module m : {type arr [n] val mk : (n: i64) -> arr [n] val un [n] : arr [n] -> [n]i64} = {
  type arr [n] = [n]i64
  def mk (n: i64) : arr [n] = iota n
  def un [n] (a: arr [n]) : [n]i64 = a
}
entry main (n: i64) : [n]i64 = m.un (m.mk n)
