-- ==
-- input { 3 } output { 3 true }
module type map_like = { type key type val' val get: key -> val' }
module mk (K: { type t }) (V: { type t val def': K.t -> t }): map_like with key = K.t with val' = V.t = {
  type key = K.t
  type val' = V.t
  def get (k: key): val' = V.def' k
}
module a = mk i32 { type t = i32 def def' (x: i32) = x }
module b = mk { type t = i32 } { type t = bool def def' (x: i32) = x == 3 }
def main (x: i32) = (a.get x, b.get x)
