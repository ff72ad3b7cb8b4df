-- Module size abstract zip.
-- ==
-- input { 3i64 } output { [0i64,2i64,4i64] }

module type vec = {type t [n] 'a val mk [n] 'a : [n]a -> t [n] a val zipw [n] 'a 'b 'c : (a -> b -> c) -> t [n] a -> t [n] b -> t [n] c val un [n] 'a : t [n] a -> [n]a}
module v : vec = {type t [n] 'a = [n]a def mk [n] 'a (x: [n]a) : t [n] a = x def zipw [n] 'a 'b 'c (f: a -> b -> c) (x: t [n] a) (y: t [n] b) : t [n] c = map2 f x y def un [n] 'a (x: t [n] a) : [n]a = x}
entry main (n: i64) = let a = v.mk (iota n) in v.un (v.zipw (+) a a)
