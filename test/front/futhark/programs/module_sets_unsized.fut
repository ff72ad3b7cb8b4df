-- Sets of an abstract type whose size is not known, of numbers and of pairs.
-- ==
-- input { 5i64 3i64 } output { 3i64 [0i64, 1i64, 2i64] 5i64 [0i64, 1i64, 2i64, 0i64, 1i64] }
-- input { 0i64 3i64 } output { 0i64 empty([0]i64) 0i64 empty([0]i64) }
module type set = {
  type elem
  type~ set
  val empty: () -> set
  val insert: elem -> set -> set
  val member: elem -> set -> bool
  val to_array: set -> []elem
  val size: set -> i64
}
module mk_set (E: { type t val eq: t -> t -> bool }): set with elem = E.t = {
  type elem = E.t
  type~ set = []E.t
  def empty (): set = []
  def member (x: elem) (s: set) = any (E.eq x) s
  def insert (x: elem) (s: set): set = if member x s then s else s ++ [x]
  def to_array (s: set): []elem = s
  def size (s: set) = length s
}
module iset = mk_set { type t = i64 def eq = (i64.==) }
module pset = mk_set { type t = (i64, bool) def eq (a: t) (b: t) = a.0 == b.0 && a.1 == b.1 }
entry main (n: i64) (m: i64) =
  let s = loop s = iset.empty () for i < n do iset.insert (i % m) s
  let p = loop p = pset.empty () for i < n do pset.insert (i % m, i % 2 == 0) p
  in (iset.size s, iset.to_array s, pset.size p, map (.0) (pset.to_array p))
