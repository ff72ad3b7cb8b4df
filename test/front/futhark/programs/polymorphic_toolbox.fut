-- A toolbox of polymorphic functions.
-- ==
-- entry: least
-- input { [3.0f32, -1.0f32, 1.0f32, 4.0f32] }
-- output { 1i64 }
-- input { empty([0]f32) }
-- output { -1i64 }

-- ==
-- entry: positives
-- input { [1i32, -1i32, 2i32] }
-- output { 2i32 }

-- ==
-- entry: prefix
-- input { [1i32, 9i32, 10i32, 2i32] }
-- output { [1i32, 9i32] }

-- ==
-- entry: chunked
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] 2i64 }
-- output { [3i32, 7i32] }

-- ==
-- entry: weighted
-- input { [5i64, 6i64, 7i64] }
-- output { 20i64 }

-- ==
-- entry: closer
-- input { -3i32 4i32 }
-- output { true }

-- ==
-- entry: search
-- input { [1i32, 3i32, 3i32, 7i32] [0i32, 3i32, 4i32, 9i32] }
-- output { [0i64, 1i64, 3i64, 4i64] }

def argmin [n] 'a 'k (less: k -> k -> bool) (key: a -> k) (xs: [n]a): i64 =
  let ks = map key xs
  let op i j = if i < 0 then j else if j < 0 then i
               else if less ks[j] ks[i] then j
               else if less ks[i] ks[j] then i
               else i64.min i j
  in reduce op (-1) (iota n)

def count_if [n] 'a (p: a -> bool) (xs: [n]a): i32 = i32.sum (map (p >-> i32.bool) xs)
def zip_with_index [n] 'a (xs: [n]a): [n](i64, a) = zip (iota n) xs
def take_while [n] 'a (p: a -> bool) (xs: [n]a): []a =
  take (i64.sum (map i64.bool (scan (&&) true (map p xs)))) xs
def chunks_fold 'a 'b [n] (k: i64) (f: b -> a -> b) (b: b) (xs: [n]a): [n / k]b =
  tabulate (n / k) (\c -> loop acc = b for j < k do f acc xs[c * k + j])
def on 'a 'b 'c (f: b -> b -> c) (g: a -> b) (x: a) (y: a): c = f (g x) (g y)
def bsearch [n] 'a (leq: a -> a -> bool) (xs: [n]a) (x: a): i64 =
  (loop (lo, hi) = (0, n) while lo < hi do
     let mid = (lo + hi) / 2
     in if leq x xs[mid] then (lo, mid) else (mid + 1, hi)).0

entry least (xs: []f32): i64 = argmin (<) f32.abs xs
entry positives (xs: []i32): i32 = count_if (> 0) xs
entry prefix (xs: []i32): []i32 = take_while (< 10) xs
entry chunked [n] (xs: [n]i32) (k: i64): []i32 = chunks_fold k (+) 0 xs
entry weighted [n] (xs: [n]i64): i64 = zip_with_index xs |> map (\(i, x) -> i * x) |> i64.sum
entry closer (a: i32) (b: i32): bool = (on (<) i32.abs) a b
entry search (xs: []i32) (ys: []i32): []i64 = map (bsearch (<=) xs) ys
