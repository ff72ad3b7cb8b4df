-- Sizes that are lifted, unknown, bound by let, or change in loops.
-- ==
-- entry: s1
-- input { 3i64 } output { 3i64 4i64 3i32 }
-- ==
-- entry: s2
-- input { 3i64 } output { 3i32 }
-- ==
-- entry: s3
-- input { 4i64 } output { [2i64, 3i64] }
-- ==
-- entry: s4
-- input {  } output { [2i32, 1i32] }
-- ==
-- entry: s5
-- input { 2i64 } output { [0i64, 1i64, 2i64, 3i64] }
-- ==
-- entry: s6
-- input { 3i64 } output { 24i64 }
-- ==
-- entry: s7
-- input { [5,6] } output { [5i32] }
-- ==
-- entry: s8
-- input {  } output { 1i32 2i32 }
-- ==
-- entry: s9
-- input { [[1,2,3],[4,5,6]] } output { 3i64 2i64 [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] }
-- ==
-- entry: s10
-- input { 2i64 } output { [2i64, 3i64, 4i64] }
-- ==
-- entry: s11
-- input { 4i64 } output { [1i64, 3i64, 5i64] }
-- ==
-- entry: s12
-- input { [1,2] } output { [[1i32, 1i32], [2i32, 2i32]] }
-- ==
-- entry: s13
-- input { true } output { 4i32 }
-- ==
-- entry: s14
-- input { 4i64 } output { 6i64 }
-- ==
-- entry: s15
-- input {  } output { 6i32 }
-- ==
-- entry: s16
-- input { [1,2,3] } output { 2i64 2i64 }
-- ==
-- entry: s17
-- input { 2i64 } output { [1i32, 0i32, 0i32, 1i32] }
-- ==
-- entry: s18
-- input {  } output { [0i32, 5i32] }
-- ==
-- entry: s19
-- input { 2i64 } output { [0i64, 0i64, 0i64, 1i64] }
-- ==
-- entry: s20
-- input { [1,2] [3,4] } output { 5i32 }
-- ==
-- entry: s22
-- input {  } output { [0i64, 1i64, 2i64] }
-- ==
-- entry: s23
-- input { 1.5f32 } output { 1.5f32 }
-- ==
-- entry: s24
-- input { 2i64 2i64 } output { [0i64, 2i64] }
-- ==
-- entry: s25
-- input { [1,2,3] } output { [3i32, 2i32, 1i32] }
-- ==
-- entry: s26
-- input {  } output { [2i64, 0i64, 1i64] }
-- ==
-- entry: s28
-- input {  } output { 66i32 }
-- ==
-- entry: s29
-- input { [1] [2f32] } output { 2.0f32 }
-- ==
-- entry: s30
-- input { 1i64 } output { 1i64 }
type~ bag = {xs: []i32, ys: []f32}
def mkbag (n: i64): bag = {xs = replicate n 1, ys = replicate (n + 1) 2}
entry s1 (n: i64) = let b = mkbag n in (length b.xs, length b.ys, i32.sum b.xs)
type~ res = #ok ([]i32) | #err i32
def run (n: i64): res = if n > 0 then #ok (map i32.i64 (iota n)) else #err (-1)
entry s2 (n: i64) = match run n case #ok xs -> i32.sum xs case #err e -> e
entry s3 (n: i64) = match n case 0 -> [] case 1 -> [1] case _ -> filter (> 1) (iota n)
module type container = { type~ t val empty: t val insert: i32 -> t -> t val toarr: t -> []i32 }
module listc: container = { type~ t = []i32 def empty: t = [] def insert (x: i32) (t: t): t = t ++ [x] def toarr (t: t): []i32 = t }
entry s4 = listc.(toarr (insert 1 (insert 2 empty)))
entry s5 (n: i64) = let step (xs: []i64): []i64 = xs ++ [length xs] in step (step (iota n))
entry s6 (n: i64) = iterate 3 (\x -> x * 2) n
entry s7 (xs: []i32) = let (a, _) = split (xs :> [1 + (length xs - 1)]i32) in a
def twice 'a (f: a -> a) (x: a): a = f (f x)
entry s8 = twice (\(a, b) -> (b, a)) (1i32, 2i32)
entry s9 (xss: [2][3]i32) = let [n][m] (yss: [n][m]i32) = transpose xss in (n, m, yss)
entry s10 (n: i64) = let f = \x -> x + n in map f (iota 3)
entry s11 (k: i64) = let xs = iota k let ys = xs[1:] let zs = xs[:k - 1] in map2 (+) ys zs
entry s12 [n] (xs: [n]i32) = let ys = map (\x -> (x, [x, x])) xs in (unzip ys).1
entry s13 (b: bool) = let f = if b then 1 else 2 in let g y = y + f in g 3
entry s14 (n: i64) = let xs: [n]i64 = iota n in let g (i: i64): i64 = xs[i] in reduce (+) 0 (map g (iota n))
entry s15 = let f {a, b = (c, d)} = a + c + d in f {a = 1, b = (2, 3)}
entry s16 (xs: []i32) = loop (lo, hi) = (0, length xs) while lo < hi do let mid = (lo + hi) / 2 in if xs[mid] < 3 then (mid + 1, hi) else (lo, mid)
entry s17 (n: i64) = let t = tabulate_2d n n (\i j -> if i == j then 1 else 0) in t[0] ++ t[n - 1]
entry s18 = map (\i -> match i case 0 -> #a case 1 -> #b 5i32 case _ -> #a : #a | #b i32) [0i32, 1] |> map (\x -> match x case #a -> 0 case #b y -> y)
entry s19 (n: i64) = (iota n |> map (\i -> map (\j -> i * j) (iota n)) |> flatten) :> [n * n]i64
entry s20 [n] (xs: [n]i32) (ys: [n]i32) = let (mn, mx) = (i32.minimum xs, i32.maximum ys) in mn + mx
entry s21 (s: []u8) = map (\c -> if c >= 'a' && c <= 'z' then c - 32 else c) s
entry s22 = (\(x: i64) -> iota x) 3
entry s23 (x: f32) = f32.to_bits x |> f32.from_bits
entry s24 (n: i64) (m: i64) = assert (n == m) (map2 (+) (iota n) (iota m :> [n]i64))
entry s25 (xs: *[]i32) = let n = length xs in loop xs for i < n / 2 do let (a, b) = (xs[i], xs[n - 1 - i]) in xs with [i] = b with [n - 1 - i] = a
entry s26 = let xs = [3, 1, 2] in let cmp x y = x <= y in let sorted = map (\x -> length (filter (\y -> !(cmp x y)) xs)) xs in sorted
entry s27 (a: i32) (b: i32) = (a / b, a % b, a // b, a %% b, a ** 2, a << 1, a >> 1, a & b, a | b, a ^ b)
entry s28 = i32.num_bits + i32.popc 7 + i32.clz 1
entry s29 (xs: [](i32, f32)) = let f ((a, x): (i32, f32)) = f32.i32 a * x in f32.sum (map f xs)
entry s30 (n: i64) = let rec_ (k: i64) = k in rec_ n
