-- Functions that take and give functions, over arrays of any size.
-- ==
-- entry: k1
-- input { 2i64 } output { [3i32, 3i32] }
-- ==
-- entry: k2
-- input { [1,2,3] } output { [2i32, 3i32] }
-- ==
-- entry: k3
-- input { [1,2] [3,4] } output { [[3i32, 4i32], [6i32, 8i32]] }
-- ==
-- entry: k4
-- input { [1,2] [3,4] } output { [[[1i32, 3i32], [1i32, 4i32]], [[2i32, 3i32], [2i32, 4i32]]] }
-- ==
-- entry: k5
-- input { 3 } output { 192i32 }
-- ==
-- entry: k6
-- input { 3 } output { 5i32 [8i32, 9i32, 10i32] }
-- ==
-- entry: k7
-- input { 4 } output { 4i32 }
-- ==
-- entry: k8
-- input {  } output { 6i32 }
-- ==
-- entry: k9
-- input { [1,2] } output { [3i32, 5i32] }
-- ==
-- entry: k10
-- input { 5 } output { 4i32 }
-- ==
-- entry: k11
-- input { [1,8] } output { [1i32, 4i32] }
-- ==
-- entry: k12
-- input { [1,2,3] } output { [1i32, 3i32, 2i32] }
-- ==
-- entry: k13
-- input { [5,6] } output { [0i32, 6i32] }
-- ==
-- entry: k14
-- input { 3i64 } output { 18.0f32 }
-- ==
-- entry: k15
-- input { true [1,-1] } output { 1i64 [1i32] }
-- input { false [1,-1] } output { 2i64 [1i32, -1i32] }
-- ==
-- entry: k16
-- input { 1i64 } output { [0i64] [0i64] }
-- input { 4i64 } output { [0i64, 1i64, 2i64, 3i64] [0i64, 1i64] }
-- ==
-- entry: k17
-- input { 5 } output { [0i32, 2i32, 4i32] 3i32 }
-- ==
-- entry: k18
-- input { [1,0,2] } output { 2i64 [1i32, 2i32] }
-- ==
-- entry: k19
-- input { 5 } output { 10i32 }
-- input { 0 } output { 1i32 }

def iota32 (n: i32) = map i32.i64 (iota (i64.i32 n))
def build (n: i64) (f: (k: i64) -> [k]i32): [n]i32 = f n
entry k1 (n: i64) = build n (\k -> replicate k 3)
def twice_ex [k] (f: (n: i64) -> [n]i32 -> ?[m].[m]i32) (xs: [k]i32) = let [l] (ys: [l]i32) = f k xs in f l ys
entry k2 (xs: []i32) = twice_ex (\_ xs -> filter (> 1) xs) xs
def outer [n] 'a 'b 'c [m] (f: a -> b -> c) (xs: [n]a) (ys: [m]b): [n][m]c = map (\x -> map (f x) ys) xs
entry k3 (xs: []i32) (ys: []i32) = outer (*) xs ys
entry k4 (xs: []i32) (ys: []i32) = outer (\x y -> [x, y]) xs ys
def while_some 'a (p: a -> bool) (f: a -> a) (x: a): a = loop x while p x do f x
entry k5 (x: i32) = while_some (< 100) (* 2) x
entry k6 (x: i32) = while_some (\(a, xs) -> a < 5) (\(a, xs) -> (a + 1, map (+ a) xs)) (x, [1, 2, 3])
def iter 'a (n: i32) (f: i32 -> a -> a) (x: a): a = loop x for i < n do f i x
entry k7 (n: i32) = iter n (\i x -> iter i (\j y -> y + j) x) 0
def church (n: i32) = \(f: i32 -> i32) -> \x -> loop x for _i < n do f x
entry k8 = church 3 (church 2 (+ 1)) 0
entry k9 (xs: []i32) = let fs = (\x -> x + 1, \x -> x * 2) in map (\x -> fs.0 (fs.1 x)) xs
def flip 'a 'b 'c (f: a -> b -> c) (b: b) (a: a) = f a b
entry k10 (x: i32) = flip (-) 1 x
entry k11 (xs: []i32) = map (flip (/) 2 >-> flip i32.max 1) xs
entry k12 [n] (xs: [n]i32) = let idx (i: i64) = xs[i % n] in map idx [0, 5, 7]
def mapi 'a 'b [n] (f: i64 -> a -> b) (xs: [n]a) = map2 f (iota n) xs
entry k13 (xs: []i32) = mapi (\i x -> i32.i64 i * x) xs
entry k14 (n: i64) = let m = tabulate_2d n n (\i j -> f32.i64 (i + j)) in map f32.sum m |> f32.sum
entry k15 (b: bool) (xs: []i32) = let ys = if b then filter (> 0) xs else xs in (length ys, ys)
entry k16 (n: i64) = let (a, b) = if n > 2 then (iota n, iota 2) else (iota 1, iota n) in (a, b)
entry k17 (n: i32) = loop (xs, k) = ([] , 0) for i < n do if i % 2 == 0 then (xs ++ [i], k + 1) else (xs, k)
entry k18 (xs: []i32) = match (filter (> 0) xs) case ys -> (length ys, ys)
entry k19 (x: i32) = (match x case 0 -> [1] case 1 -> [1, 2] case _ -> iota32 x) |> i32.sum
