-- Polynomials over any number type.
-- ==
-- input { 3i32 } output { 34i32 3.5f64 }
module type num = { type t val + : t -> t -> t val * : t -> t -> t val i32: i32 -> t }
module poly (N: num) = {
  type t [n] = [n]N.t
  def eval [n] (p: t [n]) (x: N.t): N.t = loop acc = N.i32 0 for c in reverse p do N.(acc * x + c)
  def scale [n] (k: N.t) (p: t [n]): t [n] = map (\c -> N.(k * c)) p
}
module pi = poly i32
module pd = poly f64
entry main x = (pi.eval [1, 2, 3] x, pd.eval (pd.scale 0.5 [1, 2]) (f64.i32 x))
