-- States of sums and records that go in and out, functions behind a signature, a stack in an array.
-- ==
-- entry: brackets
-- input { [1,2,-2,-1] } output { true }
-- input { [1,-2] } output { false }

-- ==
-- entry: play
-- input { 7u32 3 } output { [[0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 2i32, 0i32]] 4i32 3i32 }
-- input { 7u32 6 } output { [[1i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 2i32, 0i32]] 6i32 -1i32 }
-- input { 1u32 5 } output { [[1i32, 0i32, 0i32, 0i32], [0i32, 1i32, 0i32, 0i32], [1i32, 0i32, 0i32, 1i32], [0i32, 0i32, 0i32, 0i32]] 4i32 -1i32 }

-- ==
-- entry: composed
-- input { 5 } output { 24i32 }

-- ==
-- entry: tree_depth
-- input { 6i64 } output { 3i32 15.0f32 }

-- ==
-- entry: units
-- input { 4i64 } output { 5i64 }

-- ==
-- entry: prime'
-- input { 30i64 } output { 10i64 }

module type stack = { type stack 'a val empty 'a: (n: i64) -> a -> stack a val push 'a: a -> *stack a -> *stack a val pop 'a: *stack a -> *(stack a, a) val size 'a: stack a -> i64 }
module vstack = {
  type^ stack 'a [n] = {size: i64, data: [n]a}
  def empty 'a (n: i64) (x: a): *stack a [n] = {size = 0, data = replicate n x}
  def push 'a [n] (x: a) (s: *stack a [n]): *stack a [n] = {size = s.size + 1, data = s.data with [s.size] = x}
  def pop 'a [n] (s: *stack a [n]): (a, *stack a [n]) = let x = copy s.data[s.size - 1] in (x, {size = s.size - 1, data = s.data})
}
entry brackets [n] (xs: [n]i32) =
  let (ok, s) = loop (ok, s) = (true, vstack.empty n 0) for x in xs do
    if x > 0 then (ok, vstack.push x s)
    else if s.size == 0 then (false, s)
    else let (y, s) = vstack.pop s in (ok && y == -x, s)
  in ok && s.size == 0

type state = {rng: u32, grid: [4][4]i32, score: i32, mode: #idle | #running i32 | #done {won: bool, at: i32}}
def next (r: u32) = r * 1664525 + 1013904223
entry init (seed: u32): state = {rng = next seed, grid = replicate 4 (replicate 4 0), score = 0, mode = #running 0}
entry step (s: state): state =
  match s.mode
  case #idle -> s
  case #done _ -> s with mode = #idle
  case #running k ->
    let r = next s.rng
    let i = i64.u32 (r >> 28)
    let grid = copy s.grid with [i / 4, i % 4] = s.grid[i / 4, i % 4] + 1
    let score = s.score + i32.maximum (flatten grid)
    in {rng = r, grid, score, mode = if k >= 3 then #done {won = score > 4, at = k} else #running (k + 1)}
entry show (s: state) = (s.grid, s.score, match s.mode case #idle -> -1i32 case #running k -> k case #done {won, at} -> if won then 100 + at else 200 + at)
entry play (seed: u32) (n: i32) = show (iterate n step (init seed))

type^ fn = i32 -> i32
module functions: { type^ t = i32 -> i32 val compose: t -> t -> t val run: t -> i32 -> i32 val add: i32 -> t } = {
  type^ t = i32 -> i32
  def compose (f: t) (g: t): t = \x -> g (f x)
  def run (f: t) x = f x
  def add k: t = (+ k)
}
entry composed (x: i32) = functions.(run (compose (add 3) (compose (add 4) (\y -> y * 2)))) x

type tree [n] = {left: [n]i64, right: [n]i64, value: [n]f32}
entry tree_sum [n] (t: tree [n]) = f32.sum t.value
entry mk_tree (n: i64): tree [n] = {left = map (\i -> 2 * i + 1) (iota n), right = map (\i -> 2 * i + 2) (iota n), value = map f32.i64 (iota n)}
entry tree_depth (n: i64) =
  let t = mk_tree n
  let depths = loop d = replicate n 0i32 for i in (n - 1)..(n - 2)...0 do
    let at j = if j < n then d[j] else 0
    let v = 1 + i32.max (at t.left[i]) (at t.right[i])
    in d with [i] = v
  in (depths[0], tree_sum t)
entry units (n: i64) = length (replicate n ()) + (let () = () in 1)
entry prime' (n: i64) = length (filter (\i -> i > 1 && all (\j -> i % j != 0) (2..<i)) (0..<n))
