-- Polymorphism, closures, sizes and modules that inference must sort out.
-- ==
-- entry: q1
-- input {  } output { 7i32 5i64 }
-- ==
-- entry: q2
-- input {  } output { 0i64 0i64 }
-- ==
-- entry: q3
-- input {  } output { [1i32] [true] }
-- ==
-- entry: q4
-- input {  } output { 4i32 }
-- ==
-- entry: q5
-- input {  } output { true 1i32 }
-- ==
-- entry: q6
-- input {  } output { 13i32 }
-- ==
-- entry: q7
-- input {  } output { [6i32, 7i32, 8i32] }
-- ==
-- entry: q8
-- input { [1] } output { 1i32 1i32 true true [1i32] [1i32] }
-- ==
-- entry: q10
-- input { 3i64 } output { [3i64, 4i64, 5i64] }
-- ==
-- entry: q11
-- input {  } output { [1i32, 2i32, 3i32, 1i32, 2i32, 3i32] }
-- ==
-- entry: q12
-- input { 1 } output { 1i32 [1i32] }
-- ==
-- entry: q13
-- input { true } output { 3i64 [3i64, 4i64, 5i64] }
-- ==
-- entry: q14
-- input { 3i64 } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: q15
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64, 2i64] }
-- ==
-- entry: q16
-- input {  } output { [6i32] }
-- ==
-- entry: q17
-- input { [1] } output { 2i32 }
-- ==
-- entry: q18
-- input {  } output { 10.0f32 }
-- ==
-- entry: q19
-- input { [[1,2],[3,4]] } output { [5i32, 9i32] }
-- ==
-- entry: q20
-- input { [[1,2],[3,4]] } output { 30i32 }
-- ==
-- entry: q21
-- input { [1,5,3] } output { 9i32 5i32 }
-- ==
-- entry: q22
-- input { 5i64 } output { [0i64, 1i64] [2i64, 3i64, 4i64] }
-- ==
-- entry: q23
-- input { [4,5] } output { [0i32, 1i32] }
-- ==
-- entry: q24
-- input { 10 } output { 30i32 }
-- ==
-- entry: q25
-- input {  } output { 21i32 }
-- ==
-- entry: q26
-- input { [1,2,3,4] } output { [1i32, 3i32] [4i32, 3i32, 2i32] [2i32, 3i32] }
-- ==
-- entry: q27
-- input {  } output { 123i32 }
-- ==
-- entry: q28
-- input { 2i64 } output { [0i64, 1i64] [0i32, 1i32] }
def comp = \f g x -> f (g x)
entry q1 = (comp (+1) (*2) 3i32, comp i64.i32 (+1) 4)
def empty = []
entry q2 = (length (empty : [0]i32), length (empty : [0]f32))
def firsts xs = map (\x -> x[0]) xs
entry q3 = (firsts [[1, 2]], firsts [[true]])
def opt_map 'a 'b (f: a -> b) (x: #some a | #none): #some b | #none = match x case #some v -> #some (f v) case #none -> #none
entry q4 = match opt_map (+1) (#some 3i32) case #some v -> v case #none -> 0
def swap {0 = a, 1 = b} = (b, a)
entry q5 = swap (1i32, true)
def app3 (f: [3]i32 -> i32) = f [1, 2, 3]
entry q6 = app3 i32.sum + app3 (\xs -> xs[0]) + app3 (reduce (*) 1)
def dep (f: (k: i64) -> [k]i32) = map2 (+) (f 3) [1, 2, 3]
entry q7 = dep (\k -> replicate k 5)
entry q8 (xs: []i32) = let f 'a (x: a) = (x, x) in (f 1i32, f true, f xs)
entry q10 (n: i64) = let xs = iota n in let f i = xs[i] + length xs in map f (iota n)
entry q11 = let xs = [1, 2, 3] let ys = xs ++ xs in (ys :> [6]i32)
entry q12 (x: i32) = if x > 0 then {a = x, b = [x]} else {a = 0, b = []}
entry q13 (b: bool) = let (n, xs) = if b then (3i64, iota 3) else (2, iota 2) in (n, map (+n) xs)
entry q14 (n: i64) = (loop (k, xs) = (0, []) while k < n do (k + 1, xs ++ [k])).1
entry q15 (n: i64) = let f (m: i64): [m]i64 = iota m in (f n, f (n + 1))
entry q16 = map (\(x, {a, b}) -> x + a + b) [(1, {a = 2, b = 3})]
entry q17 (xs: []i32) = #[sequential] map (+1) xs |> reduce (+) 0
entry q18 = let x = 5i32 in let x = f32.i32 x in x * 2
entry q19 (xss: [][]i32) = map (map (+1) >-> reduce (+) 0) xss
entry q20 (xss: [][]i32) = xss |> map (\xs -> xs |> map (\x -> x * x) |> i32.sum) |> i32.sum
module type monoid = { type t val op: t -> t -> t val e: t }
module fold (m: monoid) = { def fold [n] (xs: [n]m.t): m.t = reduce m.op m.e xs }
module pairm (a: monoid) (b: monoid): monoid with t = (a.t, b.t) = { type t = (a.t, b.t) def op (x: t) (y: t): t = (a.op x.0 y.0, b.op x.1 y.1) def e: t = (a.e, b.e) }
module addm = { type t = i32 def op = (+) : i32 -> i32 -> i32 def e = 0i32 }
module maxm = { type t = i32 def op = i32.max def e = i32.lowest }
module pf = fold (pairm addm maxm)
entry q21 (xs: []i32) = pf.fold (map (\x -> (x, x)) xs)
entry q22 (n: i64) = let m = n / 2 let (a, b) = split (iota (m + (n - m))) in (a : [m]i64, b)
entry q23 [n] (xs: [n]i32) = let g = if n > 0 then xs[0] else 0 in map (\x -> x - g) xs
entry q24 (a: i32) = let f x y z = x + y + z in let g = f a in let h = g 1 in h 2 + g 3 4
entry q25 = (.[1]) [4, 5, 6] + (.0) (7, 8) + (.a.b) {a = {b = 9}}
entry q26 (xs: [4]i32) = (xs[::2], xs[3:0:-1], xs[1:3])
entry q27 = let (+++) a b = a * 10 + b in 1 +++ 2 +++ 3
entry q28 (n: i64) = tabulate n (\i -> (i, i32.i64 i)) |> unzip
