-- Cellular automata as a parametric module, with different cells and neighbourhoods.
-- ==
-- entry: life_glider
-- input { 8i64 4i32 } output { true }
-- entry: blinker
-- input { [[0,0,0,0,0],[0,0,1,0,0],[0,0,1,0,0],[0,0,1,0,0],[0,0,0,0,0]] 1i32 } output { [[0,0,0,0,0],[0,0,0,0,0],[0,1,1,1,0],[0,0,0,0,0],[0,0,0,0,0]] }
-- entry: quad_sum
-- input { 12i64 7i32 } output { true }
-- entry: brain
-- input { 6i64 3i32 } auto output
-- entry: rule
-- input { 30u8 11i64 5i32 } output { [true,true,false,true,true,true,true,false,true,true,true] }
module type cells = {
  type cell
  type sum
  val nbs: [8](i64, i64)
  val zero: sum
  val add: sum -> sum -> sum
  val look: cell -> sum
  val next: cell -> sum -> cell
}
module type automaton = {
  type cell
  type~ world
  val from [h][w]: [h][w]cell -> world
  val step: world -> world
  val steps: i32 -> world -> world
  val to_array: (h: i64) -> (w: i64) -> world -> [h][w]cell
}
module automaton (C: cells): automaton with cell = C.cell = {
  type cell = C.cell
  type~ world = ?[h][w].[h][w]cell
  def from [h][w] (c: [h][w]cell): world = c
  def step (w: world): world =
    let f [h][w] (c: [h][w]cell) =
      tabulate_2d h w (\y x ->
        let s = loop s = C.zero for (dy, dx) in C.nbs do
          C.add s (C.look c[(y + dy + h) % h, (x + dx + w) % w])
        in C.next c[y, x] s)
    in f w
  def steps (n: i32) (w: world): world = loop w for _i < n do step w
  def to_array (h: i64) (w: i64) (c: world): [h][w]cell = c :> [h][w]cell
}
local def moore: [](i64, i64) = [(-1,-1),(-1,0),(-1,1),(0,-1),(0,1),(1,-1),(1,0),(1,1)]
module conway = automaton {
  type cell = i32
  type sum = i32
  def nbs = moore
  def zero = 0i32
  def add = (i32.+)
  def look (c: cell) = c
  def next (c: cell) (n: sum): cell = i32.bool (n == 3 || c == 1 && n == 2)
}
type quad = #white | #gray1 | #gray2 | #black
module quadlife = automaton {
  type cell = quad
  type sum = (i32, i32, i32, i32)
  def nbs = moore
  def zero = (0i32, 0i32, 0i32, 0i32)
  def add ((a, b, c, d): sum) ((e, f, g, h): sum): sum = (a + e, b + f, c + g, d + h)
  def look (c: cell): sum = match c case #white -> (1,0,0,0) case #gray1 -> (0,1,0,0) case #gray2 -> (0,0,1,0) case #black -> (0,0,0,1)
  def next (c: cell) ((a, b, _, d): sum): cell =
    match c
    case #white -> if b == 3 then #gray1 else if d > 2 then #black else #white
    case #gray1 -> if a >= 4 then #white else #gray2
    case #gray2 -> if d == 2 then #black else #white
    case #black -> if a + b > 5 then #gray2 else #black
}
module brain_m = automaton {
  type cell = #on | #dying | #off
  type sum = u8
  def nbs = moore
  def zero = 0u8
  def add (a: u8) b = a + b
  def look (c: cell) : sum = match c case #on -> 1u8 case #dying -> 0u8 case #off -> 0u8
  def next (c: cell) (n: u8): cell = match (c, n) case (#on, _) -> #dying case (#dying, _) -> #off case (#off, 2) -> #on case (#off, _) -> #off
}
entry blinker [h][w] (c: [h][w]i32) (n: i32) = conway.from c |> conway.steps n |> conway.to_array h w
entry life_glider (n: i64) (k: i32) =
  let cells = [(0,1),(1,2),(2,0),(2,1),(2,2)]
  let start = scatter_2d (replicate n (replicate n 0)) cells (map (const 1) cells)
  let after = conway.from start |> conway.steps k |> conway.to_array n n
  let moved = rotate (-1) (map (rotate (-1)) start)
  in and (map2 (==) (flatten after) (flatten moved))
entry quad_sum (n: i64) (k: i32) =
  let start = tabulate_2d n n (\y x -> match (y * 7 + x * 3) % 4 case 0 -> #white case 1 -> #gray1 case 2 -> #gray2 case _ -> #black)
  let w = quadlife.steps k (quadlife.from start)
  let count (f: quad -> bool) = i64.sum (map (\r -> i64.sum (map (f >-> i64.bool) r)) (quadlife.to_array n n w))
  in count (\c -> c == #white) + count (== #black) + count (\c -> match c case #gray1 -> true case #gray2 -> true case _ -> false) == n * n
entry brain (n: i64) (k: i32) =
  let start = tabulate_2d n n (\y x -> if (y + x) % 3 == 0 then #on else #off)
  in brain_m.from start |> brain_m.steps k |> brain_m.to_array n n |> map (map (\c -> match c case #on -> 2u8 case #dying -> 1u8 case #off -> 0u8))
entry rule (code: u8) (n: i64) (k: i32) =
  let start = tabulate n (== n / 2)
  let next (xs: [n]bool): [n]bool = map (\i -> let b j = u8.bool xs[(i + j) % n] in u8.get_bit (i32.u8 (b (n - 1) << 2 | b 0 << 1 | b 1)) code == 1) (iota n)
  in iterate k next start
