module type a = { val x: i32 }
module type b = {
  type t
  type u = i32
  type^ v
  type~ w [n] 'a
  type x [n] = [n]i32
  val f: t -> u
  val g [n] 't: [n]t -> t
  val (+): t -> t -> t
  val *: t -> t -> t
  val == : t -> t -> bool
  module m: a
  include c
  include c with t = i32
  #[attr] val h: i32
  -- | Documented.
  val i: i32
}
module type c = b with t = i32
module type d = b with t = i32 with u 'a = [](a)
module type e = a -> b
module type f = (m: a) -> b with t = m.t
module type g = (a)
module type h = { module n: { val x: i32 } }
module type i = m.n.t
module type j = {}
module type k = (a -> b) -> c
module type l = b with m.t [n] = [n]i32
module type m = (b with t = i32) with u = (i32, i32)
