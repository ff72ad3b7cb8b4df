-- ==
-- input { 3 } output { 4 4 true 5 7 [3, 3, 3] 6 }
module type s = { type t type u val x: (t, u) val f: t -> t }
module type narrow = s with t = i32
module type narrower = narrow with u = bool
module m: narrower = { type t = i32 type u = bool def x = (3i32, true) def f 'a (x: a) = x }
module add (P: s with t = i32) = { def one = P.x.0 + 1 }
module same (P: s) (Q: s with t = P.t) = { def pick b = if b then P.f P.x.0 else Q.x.0 }
module type outer = { module A: { type t val x: t } module B: { type t val y: t } }
module type inner = outer with A.t = i32 with B.t = bool
module n: inner = { module A = { type t = i32 def x = 4i32 } module B = { type t = bool def y = true } }
module type boxed = { type t 'a val mk 'a: a -> t a }
module box: boxed with t 'b = (b, i32) = { type t 'c = (c, i32) def mk 'a (x: a): t a = (x, 7) }
module type row = { type t [n] 'a val mk [n] 'a: [n]a -> t [n] a }
module rows: row with t [k] 'b = {data: [k]b} = { type t [n] 'a = {data: [n]a} def mk data = {data} }
module type base = { type t val x: t }
module type more = { type u include base with t = u val y: u }
module b: more with u = i32 = { type u = i32 type t = i32 def x = 1i32 def y = 2i32 }
module a = add m
module p = same m m
def main (x: i32) =
  (a.one, p.pick true + 1, m.x.1 && n.B.y, n.A.x + 1, (box.mk x).1, (rows.mk (replicate 3 x)).data, x + b.x + b.y)
