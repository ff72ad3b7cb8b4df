-- Recursion without a declared result: types and sizes are found.
-- ==
-- entry: factorial
-- input { 5i64 } output { 120i64 }
-- ==
-- entry: total
-- input { [1, 2, 3] } output { 6 }
-- input { empty([0]i32) } output { 0 }
-- ==
-- entry: same_size
-- input { [1, 2, 3] } output { [4, 5, 6] }
-- ==
-- entry: other_size
-- input { [1, 2, 3, 4, 5] } output { [1] [2, 4] }
-- ==
-- entry: growing
-- input { 4 } output { [1, 2, 3, 4] 4i64 }
-- ==
-- entry: two_arrays
-- input { [1, 2] [3, 4] } output { 22 }
-- ==
-- entry: tuples
-- input { 2i64 } output { 2i64 [1i64, 0i64, 1i64] }
-- ==
-- entry: modules
-- input { 4 } output { 24 8 7.5 }
def fact n = if n <= 1 then 1 else n * fact (n - 1i64)
entry factorial (n: i64) = fact n

def sum [n] (xs: [n]i32) = if n == 0 then 0 else xs[0] + sum (drop 1 xs)
entry total (xs: []i32) = sum xs

def steps k xs = if k == 0i64 then xs else steps (k - 1) (map (+ 1i32) xs)
entry same_size [n] (xs: [n]i32): [n]i32 = steps 3 xs

def every_second xs = if length xs <= 1 then xs else every_second xs[::2]
def evens xs =
  if null xs then xs
  else let rest = evens (drop 1 xs) in if xs[0] % 2i32 == 0 then [xs[0]] ++ rest else rest
entry other_size (xs: []i32) = (every_second xs, evens xs)

def count_to n = if n == 0 then [] else count_to (n - 1) ++ [n]
entry growing (n: i32) = let xs = count_to n in (xs, length xs)

def dots k xs ys = if k == 0i64 then 0i32 else reduce (+) 0 (map2 (*) xs ys) + dots (k - 1) xs ys
entry two_arrays [n] (xs: [n]i32) (ys: [n]i32) = dots 2 xs ys

def pairs n =
  if n == 0i64 then (0i64, [1i64]) else let (a, b) = pairs (n - 1) in (a + 1, b ++ [a])
entry tuples (n: i64) = pairs n

module m = { def f n = if n == 0i32 then 1i32 else n * f (n - 1) }
module n: { val g: i32 -> i32 } = { def g n = if n < 1 then 0 else g (n - 1) + 2 }
module repeated (x: { type t val zero: t val add: t -> t -> t }) = {
  def f (n: i64) v = if n == 0 then x.zero else x.add v (f (n - 1) v)
}
module r = repeated { type t = f64 def zero = 0f64 def add (a: f64) b = a + b }
entry modules (x: i32) = (m.f x, n.g x, r.f 3 2.5)
