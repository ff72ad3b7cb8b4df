-- Abstract types with sizes, and parametric modules.
-- ==
-- entry: st
-- input { 4 } output { 4i64 3i32 }
-- ==
-- entry: vs
-- input { 5i64 } output { 20.0f64 }
-- ==
-- entry: ms
-- input { [1,2,3] } output { 6i32 603i32 }

module type stack = {
  type~ t 'a
  val empty 'a : a -> t a
  val push 'a : a -> t a -> t a
  val size 'a : t a -> i64
  val top 'a : t a -> a
}
module vstack: stack = {
  type~ t 'a = {dummy: a, xs: []a}
  def empty 'a (x: a): t a = {dummy = x, xs = []}
  def push 'a (x: a) (s: t a): t a = {dummy = s.dummy, xs = [x] ++ s.xs}
  def size 'a (s: t a) = length s.xs
  def top 'a (s: t a) = if null s.xs then s.dummy else s.xs[0]
}
entry st (n: i32) = let s = loop s = vstack.empty 0i32 for i < n do vstack.push i s in (vstack.size s, vstack.top s)
module type vec = { type t [n] val mk : (n: i64) -> t [n] val sum [n] : t [n] -> f64 val add [n] : t [n] -> t [n] -> t [n] }
module v : vec = { type t [n] = [n]f64 def mk n = map f64.i64 (iota n) def sum [n] (x: t [n]) = f64.sum x def add [n] (a: t [n]) (b: t [n]) : t [n] = map2 (+) a b }
entry vs (n: i64) = let a = v.mk n in v.sum (v.add a a)
module type num = { type t val zero: t val add: t -> t -> t val of: i32 -> t val to: t -> i32}
module mk_sum (N: num) = { def sum [n] (xs: [n]i32) = N.to (reduce N.add N.zero (map N.of xs)) }
module ni = { type t = i32 def zero = 0i32 def add (a: t) (b: t) = a + b def of (x: i32) = x def to (x: t) = x }
module nm = { type t = {v: i32, c: i32} def zero = {v = 0i32, c = 0i32} def add (a: t) (b: t) = {v = a.v + b.v, c = a.c + b.c} def of (x: i32) = {v = x, c = 1i32} def to (t: t) = t.v * 100 + t.c }
module si = mk_sum ni
module sm = mk_sum nm
entry ms (xs: []i32) = (si.sum xs, sm.sum xs)
