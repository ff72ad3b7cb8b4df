-- Functor abs const.
-- ==
-- input { 3 } output { 5 }

module mk (P: {val k: i32}) : {type t val init : t val step : t -> t val get : t -> i32} = {
  type t = (i32, i32)
  def init : t = (0, P.k)
  def step ((a, b): t) : t = (a + b, b)
  def get ((a, _): t) = a
}
module c = mk {def k = 5i32}
def start = c.step c.init
entry main (_: i32) = c.get start
