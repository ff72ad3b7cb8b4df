-- Curried and point-free definitions, operators, shadowing, local functions.
-- ==
-- entry: b1
-- input {  } output { 6i32 }
-- ==
-- entry: b2
-- input {  } output { [4i32, 5i32] }
-- ==
-- entry: b3
-- input { 1 } output { 2i32 }
-- ==
-- entry: b4
-- input { false } output { 2i32 }
-- ==
-- entry: b5
-- input {  } output { [1i32, 2i32, 3i32, 4i32] }
-- ==
-- entry: b6
-- input { [1,2] } output { 2i64 }
-- ==
-- entry: b7
-- input { [1] } output { [6i32] }
-- ==
-- entry: b8
-- input {  } output { [5i32] }
-- ==
-- entry: b9
-- input {  } output { 10i32 }
-- ==
-- entry: b10
-- input {  } output { 1i32 true }
-- ==
-- entry: b11
-- input { [1,2] } output { [2i32, 4i32] }
-- ==
-- entry: b12
-- input {  } output { 2i32 }
-- ==
-- entry: b13
-- input {  } output { 3i32 }
-- ==
-- entry: b14
-- input { 3i64 } output { 9i64 }
-- ==
-- entry: b15
-- input { 4i64 } output { [0i64, 1i64, 3i64, 6i64] }
-- ==
-- entry: b16
-- input { [1,2,3] } output { [2i32, 3i32] [3i32] }
-- ==
-- entry: b17
-- input {  } output { 2i32 3i32 4i32 5i32 }
-- ==
-- entry: b18
-- input { [1,2] } output { [2i32, 3i32] }
-- ==
-- entry: b19
-- input {  } output { [3i32] }

-- curried definitions with extra arguments, operators, shadowing
def add3 (x: i32) (y: i32) = \z -> x + y + z
entry b1 = add3 1 2 3
entry b2 = map (add3 1 2) [1, 2]
def op = (+)
entry b3 (x: i32) = op x 1i32
def pick = \(b: bool) (x: i32) (y: i32) -> if b then x else y
entry b4 (b: bool) = pick b 1 2
def (<+>) 'a [n] [m] (xs: [n]a) (ys: [m]a) = xs ++ ys
entry b5 = [1i32] <+> [2] <+> [3, 4]
def length2 = length : []i32 -> i64
entry b6 (xs: []i32) = length2 xs
entry b7 (xs: []i32) = let length = 5i32 in map (+ length) xs
def const5 _ = 5i32
entry b8 = map const5 [(1i32, true)]
def sum2d [n][m] (xss: [n][m]i32) = i32.sum (map i32.sum xss)
entry b9 = sum2d [[1, 2], [3, 4]]
def swap 'a 'b (x: a, y: b) = (y, x)
entry b10 = swap (swap (1i32, true))
def uncurry 'a 'b 'c (f: a -> b -> c) (p: (a, b)) = f p.0 p.1
entry b11 (xs: [](i32)) = map (uncurry (+)) (zip xs xs)
module m = { def x = 1i32 module n = { def y = x + 1 def f (z: i32) = z * y } }
entry b12 = m.n.f m.x
open m
entry b13 = x + n.y
entry b14 (x: i64) = let f (y: i64) = iota (x + y) in length (f 1) + length (f 2)
entry b15 (n: i64) = let rs = map (\i -> let (s, _) = loop (s, j) = (0, i) while j > 0 do (s + j, j - 1) in s) (iota n) in rs
entry b16 (xs: []i32) = let go (k: i32) = filter (> k) xs in (go 1, go 2)
def apply2 'a 'b (f: a -> b) (x: a, y: a) = (f x, f y)
entry b17 = apply2 (apply2 (+ 1i32)) ((1, 2), (3, 4))
def sized_id [n] (xs: [n]i32): [n]i32 = xs
entry b18 (xs: []i32) = (sized_id >-> map (+ 1)) xs
def zipWith = map2
entry b19 = zipWith (+) [1i32] [2]
