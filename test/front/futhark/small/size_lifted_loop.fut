-- Size lifted loop.
-- ==
-- input { 3 } output { 15i64 }

module bag : {type~ t val mk : i64 -> t val grow : t -> t val total : t -> i64} = {
  type~ t = ?[n].{xs: [n]i64}
  def mk (n: i64) : t = {xs = iota n}
  def grow (b: t) : t = {xs = b.xs ++ [length b.xs]}
  def total (b: t) = i64.sum b.xs
}
entry main (n: i32) = bag.total (bag.grow (bag.grow (bag.grow (bag.mk (i64.i32 n))))) 
