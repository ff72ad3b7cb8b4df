-- Abstract size param exist.
-- ==
-- input { 5i64 } output { 3i64 }

module m : {type~ dyn val mk : i64 -> dyn val len : dyn -> i64} = {
  type~ dyn = ?[n].[n]i64
  def mk (n: i64) : dyn = filter (\i -> i % 2 == 0) (iota n)
  def len (d: dyn) : i64 = length d
}
entry main (n: i64) = m.len (m.mk n)
