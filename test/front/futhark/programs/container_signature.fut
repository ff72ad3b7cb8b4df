-- A container whose type has a type and a size parameter, behind a signature.
-- ==
-- input { 6i64 } output { [0i64, 3i64, 6i64, 9i64, 12i64, 15i64] }
module type vector = { type v 'a [n] val zip [n] 'a 'b: v a [n] -> v b [n] -> v (a, b) [n] val map [n] 'a 'b: (a -> b) -> v a [n] -> v b [n] val from [n] 'a: [n]a -> v a [n] val to [n] 'a: v a [n] -> [n]a }
module arr: vector = { type v 'a [n] = [n]a def zip = zip def map = map def from = id def to = id }
entry main (n: i64) = let a = arr.from (iota n) let b = arr.from (map (*2) (iota n)) in arr.to (arr.map (\(x, y) -> x + y) (arr.zip a b))
