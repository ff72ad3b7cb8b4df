-- Functor abs loop.
-- ==
-- input { 4 } output { 20 }

module mk (P: {val k: i32}) : {type t val init : t val step : t -> t val get : t -> i32} = {
  type t = {a: i32}
  def init : t = {a = 0}
  def step (s: t) : t = {a = s.a + P.k}
  def get (s: t) = s.a
}
module c = mk {def k = 5i32}
entry main (n: i32) = c.get (loop s = c.init for _i < n do c.step s)
