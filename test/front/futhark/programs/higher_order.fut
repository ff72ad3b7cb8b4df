-- Functions that take and return functions: compose, twice, curry, folds and Church-like pairs.
-- ==
-- input { 5i32 } output { 26i32 7i32 }

-- ==
-- entry: closures
-- input { [1i32, 2i32, 3i32] } output { [6i32, 7i32, 8i32] 24i32 }

-- ==
-- entry: table
-- input { 10i32 } output { [10i32, 9i32, 15i32, 3i32] }

-- ==
-- entry: pairs
-- input { 3i32 4i32 } output { 4i32 3i32 25i32 }

-- ==
-- entry: fibonacci
-- input { 10i64 } output { 55i64 }

-- ==
-- entry: halvings
-- input { 100i32 } output { 6i32 }

def compose 'a 'b 'c (f: b -> c) (g: a -> b) : a -> c = \x -> f (g x)

def twice 'a (f: a -> a) : a -> a = compose f f

def apply_n 'a (n: i32) (f: a -> a) (x: a) : a = loop x for _i < n do f x

def increment = (+ 1i32)
def double (x: i32) = 2 * x

entry main (x: i32) : (i32, i32) =
  (twice (compose double increment) x, apply_n 2 increment x)

-- A function that captures an array and is applied later.
entry closures [n] (xs: [n]i32) : ([n]i32, i32) =
  let total = i32.sum xs
  let adder k = \x -> x + k - 1
  let weighted (w: i32 -> i32) = i32.sum (map w xs)
  in (map (adder total) xs, weighted (\x -> x * (adder total 0) - x))

entry table (x: i32) : [4]i32 =
  let f op = x `op` 1
  in [f (*), f (-), x + (uncurry (+)) (2, 3), (flip (-) 7) x]

type^ pair_function = (i32 -> i32 -> i32) -> i32

def pair (a: i32) (b: i32) : pair_function = \select -> select a b
def second (p: pair_function) = p (\_ b -> b)
def first (p: pair_function) = p (\a _ -> a)

entry pairs (a: i32) (b: i32) : (i32, i32, i32) =
  let p = pair a b
  in (second p, first p, p (\x y -> x * x + y * y))

entry fibonacci (n: i64) : i64 =
  (iterate (i32.i64 n) (\(a, b) -> (b, a + b)) (0, 1)).0

entry halvings (x: i32) : i32 =
  (iterate_while ((.0) >-> (> 1)) (\(x, n) -> (x / 2, n + 1)) (x, 0)).1
