-- Monoids and semirings as modules of modules, functions put together in every way.
-- ==
-- entry: summarize
-- input { [1,5,2,9] } output { 17i64 9i32 5i32 }
-- input { empty([0]i32) } output { 0i64 -2147483648i32 -1i32 }

-- ==
-- entry: rows
-- input { [[1f64,2f64],[3f64,4f64]] } output { [3.0f64, 7.0f64] [1.0f64, 3.0f64, 6.0f64, 10.0f64] }

-- ==
-- entry: pipeline
-- input { [1,-2,3] } output { 11i32 }

-- ==
-- entry: compose
-- input { 7 } output { -4i32 64i32 }

-- ==
-- entry: combos
-- input { 4 7 } output { -26i32 10i32 true 11i64 }

-- ==
-- entry: calc
-- input { 5f64 } output { -17.0f64 }

-- ==
-- entry: robot
-- input { [70u8,82u8,70u8,70u8,76u8,76u8,70u8,88u8] } output { 1i32 1i32 }

-- ==
-- entry: paths
-- input { [[0f32,1f32,100f32],[100f32,0f32,1f32],[1f32,100f32,0f32]] } output { [[0.0f32, 1.0f32, 2.0f32], [2.0f32, 0.0f32, 1.0f32], [1.0f32, 2.0f32, 0.0f32]] }

-- ==
-- entry: closure
-- input { [[false,true,false],[false,false,true],[false,false,false]] } output { [[false, false, false], [false, false, false], [false, false, false]] }

-- ==
-- entry: fib
-- input { 50 } output { 12586269025u64 }

module type monoid = { type t val ne: t val op: t -> t -> t }
module monoids = {
  module sum (N: numeric): monoid with t = N.t = { type t = N.t def ne = N.i32 0 def op = (N.+) }
  module max (N: numeric): monoid with t = N.t = { type t = N.t def ne = N.lowest def op = N.max }
  module pair (A: monoid) (B: monoid): monoid with t = (A.t, B.t) = {
    type t = (A.t, B.t)
    def ne = (A.ne, B.ne)
    def op (a: t) (b: t) = (A.op a.0 b.0, B.op a.1 b.1)
  }
  module first (A: { type a }): monoid with t = #none | #some A.a = {
    type t = #none | #some A.a
    def ne: t = #none
    def op (x: t) (y: t): t = match (x, y) case (#none, y) -> y case (x, _) -> x
  }
  module endo (A: { type t }) = {
    type^ t = A.t -> A.t
    def ne: t = id
    def op (f: t) (g: t): t = f >-> g
  }
}
module fold (M: monoid) = {
  def fold [n] (xs: [n]M.t): M.t = reduce M.op M.ne xs
  def scan [n] (xs: [n]M.t): [n]M.t = scan M.op M.ne xs
  def fold_map 'a [n] (f: a -> M.t) (xs: [n]a) = fold (map f xs)
  module segmented = {
    def fold [n][m] (xss: [n][m]M.t): [n]M.t = map fold xss
  }
}
module m = monoids
module stats = fold (m.pair (m.sum i64) (m.pair (m.max i32) (m.first { type a = i32 })))
entry summarize (xs: []i32) =
  let (s, (mx, f)) = stats.fold_map (\x -> (i64.i32 x, (x, if x > 2 then #some x else #none))) xs
  in (s, mx, match f case #some y -> y case #none -> -1)
module sf = fold (m.sum f64)
entry rows [n][m] (xss: [n][m]f64) = (sf.segmented.fold xss, sf.scan (flatten xss))
entry pipeline (xs: []i32) =
  xs |> filter (> 0) |> map (\x -> (x, x * x)) |> map (.1) |> reduce (+) 0 |> (+ 1) |> (`i32.max` 3) |> (\x -> (x, -x)) |> (.0)
entry compose (x: i32) = (((+ 1) >-> (* 2) >-> (2 -) <-< (\y -> y / 3)) x, (iterate 3 (* 2) <-< (+ 1)) x)
def flip3 f a b c = f c b a
def curry3 f a b c = f (a, b, c)
def on 'a 'b 'c (op: b -> b -> c) (f: a -> b) (x: a) (y: a) = op (f x) (f y)
entry combos (x: i32) (y: i32) =
  (flip3 (\a b c -> a - b * c) x y 2, curry3 (\(a, b, c) -> a + b - c) x y 1, ((==) `on` (% 3)) x y, on (+) i64.i32 x y)
type expr = #num f64 | #var i64 | #add i64 i64 | #mul i64 i64 | #neg i64
def eval [n][m] (env: [m]f64) (prog: [n]expr): f64 =
  last (loop vs = replicate n 0f64 for i < n do
    let v = match prog[i]
      case #num x -> x
      case #var k -> env[k]
      case #add a b -> vs[a] + vs[b]
      case #mul a b -> vs[a] * vs[b]
      case #neg a -> -vs[a]
    in vs with [i] = v)
entry calc (x: f64) = eval [x, 2] [#var 0, #num 3, #mul 0 1, #var 1, #add 2 3, #neg 4]
type dir = #north | #east | #south | #west
def turn (d: dir): dir = match d case #north -> #east case #east -> #south case #south -> #west case #west -> #north
def delta (d: dir) : (i32, i32) = match d case #north -> (0, 1) case #south -> (0, -1) case #east -> (1, 0) case #west -> (-1, 0)
entry robot (cmds: []u8) =
  let ((x, y), _) = loop ((x, y), d) = ((0, 0), #north : dir) for c in cmds do
    match c
    case 'L' -> ((x, y), turn (turn (turn d)))
    case 'R' -> ((x, y), turn d)
    case 'F' -> let (dx, dy) = delta d in ((x + dx, y + dy), d)
    case _ -> ((x, y), d)
  in (x, y)
module type semiring = { type t val zero: t val one: t val plus: t -> t -> t val times: t -> t -> t }
module matrix (R: semiring) = {
  type mat [n][m] = [n][m]R.t
  def mul [n][m][p] (a: mat [n][m]) (b: mat [m][p]): mat [n][p] =
    map (\r -> map (\c -> reduce R.plus R.zero (map2 R.times r c)) (transpose b)) a
  def id n: mat [n][n] = tabulate_2d n n (\i j -> if i == j then R.one else R.zero)
  def pow [n] (a: mat [n][n]) (k: i32) =
    (loop (acc: mat [n][n], a: mat [n][n], k) = (id n, a, k) while k > 0 do
       (if k % 2 == 1 then mul acc a else acc, mul a a, k / 2)).0
}
module tropical = matrix { type t = f32 def zero = f32.inf def one = 0f32 def plus = f32.min def times = (f32.+) }
module boolean = matrix { type t = bool def zero = false def one = true def plus = (||) def times = (&&) }
module fibs = matrix { type t = u64 def zero = 0u64 def one = 1u64 def plus = (u64.+) def times = (u64.*) }
entry paths [n] (d: [n][n]f32) = tropical.pow d (i32.i64 n)
entry closure [n] (d: [n][n]bool) = boolean.pow d 5
entry fib (k: i32) = (fibs.pow [[1, 1], [1, 0]] k)[0, 1]
