-- Functions as arguments, results, fields and local values.
-- ==
-- entry: t1
-- input { 1 } output { 9i32 }
-- ==
-- entry: t2
-- input { 1 } output { 8i32 }
-- ==
-- entry: t3
-- input { 1 [1,2] } output { [2i32, 3i32] }
-- ==
-- entry: t4
-- input { [1,2,3] } output { 123i32 }
-- ==
-- entry: t5
-- input { [1,2,3] } output { 3i32 4i32 }
-- ==
-- entry: t6
-- input { 3 } output { [8i32, 16i32, 24i32] }
-- ==
-- entry: t7
-- input { 2 3 } output { 13i32 }
-- ==
-- entry: t9
-- input {  } output { 7i32 }
-- ==
-- entry: t10
-- input { [1,2,3] } output { [7i32, 8i32, 9i32] }
-- ==
-- entry: t11
-- input { 3 } output { 20i32 }
-- ==
-- entry: t12
-- input { [1,5] } output { [4i32, 10i32] }

-- higher order
def twice 'a (f: a -> a) (x: a): a = f (f x)
def compose 'a 'b 'c (f: b -> c) (g: a -> b) = \x -> f (g x)
def adder (x: i32) = \y -> x + y
def pair 'a 'b = {fst = \(a: a) (b: b) -> a, snd = \(a: a) (b: b) -> b}
entry t1 (x: i32) = twice (twice (twice (+1))) x
entry t2 (x: i32) = compose (*2) (adder 3) x
entry t3 (x: i32) (ys: []i32) = map (adder x) ys
def fold 'a 'b [n] (f: a -> b -> a) (z: a) (xs: [n]b): a = loop acc = z for x in xs do f acc x
entry t4 (xs: []i32) = fold (\a x -> a * 10 + x) 0 xs
entry t5 (xs: []i32) = fold (\(a, b) x -> (b, a + x)) (0, 1) xs
def apply_n 'a (n: i32) (f: a -> a) (x: a) = loop x for _i < n do f x
entry t6 (n: i32) = apply_n n (map (*2)) [1i32,2,3]
def curry3 f x y z = f (x, y, z)
entry t7 (a: i32) (b: i32) = curry3 (\(x, y, z) -> x * y + z) a b 7
def f (x: i32) : i32 -> i32 -> i32 = \y z -> x + y * z
entry t9 = f 1 2 3
def memo [n] (xs: [n]i32) = let s = i32.sum xs in \(i: i64) -> xs[i] + s
entry t10 (xs: []i32) = let m = memo xs in map m (indices xs)
def record_of_functions (k: i32) = {add = (+k), mul = (*k)}
entry t11 (x: i32) = let r = record_of_functions 5 in r.add (r.mul x)
entry t12 (xs: []i32) = map2 (\f x -> f + x) (map (`i32.max` 3) xs) xs
entry t13 (xs: [](i32, i32)) = map (.0) xs
