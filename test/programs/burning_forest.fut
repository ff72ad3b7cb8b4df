-- Cellular models on a torus as modules: a rule is a module, the simulation a parametric one, with pictures
-- made of their cells. Forest fires, cyclic cellular automata, Conway's game and wires.

module type rule = {
  type cell
  type param
  val init : param -> u32 -> cell
  val next : param -> u32 -> (centre: cell) -> (around: [8]cell) -> cell
  val colour : cell -> u32
}

module simulation (R: rule) : {
  type~ state
  val start : (p: R.param) -> (seed: u32) -> (h: i64) -> (w: i64) -> state
  val run : (n: i32) -> state -> state
  val picture : (s: state) -> *[][]u32
} = {
  type~ state = {p: R.param, time: u32, world: [][]R.cell}

  def hash (x: u32): u32 =
    let x = ((x >> 16) ^ x) * 0x45d9f3b
    let x = ((x >> 16) ^ x) * 0x45d9f3b
    in (x >> 16) ^ x

  def start p seed h w : state =
    {p, time = seed,
     world = tabulate_2d h w (\i j -> R.init p (hash (seed ^ hash (u32.i64 (i * w + j)))))}

  def step ({p, time, world}: state): state =
    let neighbourhood [h][w] (world: [h][w]R.cell) (i: i64) (j: i64): [8]R.cell =
      let at di dj = world[(i + di) %% h, (j + dj) %% w]
      let (h1, w1) = (h - 1, w - 1)
      in [at h1 w1, at h1 0, at h1 1, at 0 w1, at 0 1, at 1 w1, at 1 0, at 1 1]
    let h = length world
    let w = if h == 0 then 0 else length world[0]
    let world = world :> [h][w]R.cell
    in {p, time = time + 1,
        world = tabulate_2d h w (\i j ->
          R.next p (hash (time ^ hash (u32.i64 (i * w + j)))) world[i, j] (neighbourhood world i j))}

  def run n (s: state): state = loop s for _i < n do step s
  def picture (s: state) = map (map R.colour) s.world
}

module forest = simulation {
  type cell = #empty | #tree i32 | #fire
  type param = {grow: u32, strike: u32}
  def init ({grow, strike = _}: param) (r: u32): cell =
    if r % 1000 < 10 * grow then #tree (i32.u32 (r % 7)) else #empty
  def is_fire (c: cell) = match c case #fire -> true case _ -> false
  def next (p: param) (r: u32) (c: cell) (around: [8]cell): cell =
    match c
    case #empty -> if r % 1000 < p.grow then #tree 0 else #empty
    case #fire -> #empty
    case #tree age -> if any is_fire around || r % 10000 < p.strike then #fire else #tree (age + 1)
  def colour (c: cell): u32 = match c case #empty -> 0 case #fire -> 0xff0000 case #tree a -> 0x00ff00 | u32.i32 (i32.min a 255)
}

module life = simulation {
  type cell = bool
  type param = ([9]bool, [9]bool)
  def init _ (r: u32) = r & 3 == 0
  def next ((born, survives): param) _ c (around: [8]bool) =
    let n = i64.sum (map i64.bool around)
    in if c then survives[n] else born[n]
  def colour c = u32.bool c
}

module cyclic = simulation {
  type cell = u8
  type param = u8
  def init k (r: u32) = u8.u32 (r % u32.u8 k)
  def next k _ c (around: [8]u8) = let succ = (c + 1) % k in if or (map (== succ) around) then succ else c
  def colour = u32.u8
}

module wires = simulation {
  type cell = #blank | #wire | #head | #tail
  type param = ()
  def init () (r: u32) : cell = match r % 5 case 0 -> #head case 1 -> #tail case 2 -> #blank case _ -> #wire
  def next () _ (c: cell) (around: [8]cell): cell =
    match c
    case #blank -> #blank
    case #head -> #tail
    case #tail -> #wire
    case #wire ->
      let heads = i32.sum (map (\c -> if c == #head then 1 else 0) around)
      in if heads == 1 || heads == 2 then #head else #wire
  def colour (c: cell): u32 = match c case #blank -> 0 case #wire -> 1 case #head -> 2 case #tail -> 3
}

def conway: ([9]bool, [9]bool) =
  (tabulate 9 (== 3), tabulate 9 (\n -> n == 2 || n == 3))

entry burn (seed: u32) (h: i64) (w: i64) (n: i32): [][]u32 =
  forest.picture (forest.run n (forest.start {grow = 40, strike = 300} seed h w))
entry living (seed: u32) (h: i64) (w: i64) (n: i32): [][]u32 = life.start conway seed h w |> life.run n |> life.picture
entry cycling (seed: u32) (h: i64) (w: i64) (n: i32): [][]u32 = cyclic.start 5 seed h w |> cyclic.run n |> cyclic.picture
entry wiring (seed: u32) (h: i64) (w: i64) (n: i32): [][]u32 = wires.start () seed h w |> wires.run n |> wires.picture

-- ==
-- entry: burn
-- input { 1u32 5i64 6i64 3i32 }
-- output {
--   [[0u32, 0u32, 0u32, 0u32, 0u32, 16711680u32], [65287u32, 0u32, 65288u32, 0u32, 16711680u32, 0u32], [65289u32, 65288u32, 65286u32, 65289u32, 0u32, 65289u32], [0u32, 0u32, 65289u32, 0u32, 65287u32, 65288u32], [65283u32, 0u32, 0u32, 16711680u32, 0u32, 0u32]]
-- }
-- input { 7u32 8i64 8i64 10i32 }
-- output {
--   [[0u32, 0u32, 0u32, 0u32, 0u32, 65280u32, 0u32, 0u32], [0u32, 0u32, 16711680u32, 0u32, 0u32, 65283u32, 0u32, 0u32], [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 65281u32, 0u32], [0u32, 0u32, 65280u32, 65281u32, 0u32, 0u32, 0u32, 0u32], [0u32, 0u32, 65283u32, 0u32, 65283u32, 0u32, 0u32, 0u32], [0u32, 0u32, 0u32, 0u32, 65282u32, 0u32, 0u32, 0u32], [0u32, 0u32, 0u32, 0u32, 0u32, 65281u32, 0u32, 65281u32], [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32]]
-- }
-- input { 9u32 1i64 4i64 2i32 }
-- output { [[0u32, 65280u32, 65287u32, 65282u32]] }

-- ==
-- entry: living
-- input { 1u32 5i64 6i64 3i32 }
-- output { [[1u32, 1u32, 0u32, 0u32, 1u32, 0u32], [1u32, 0u32, 0u32, 0u32, 1u32, 0u32], [0u32, 0u32, 0u32, 0u32, 1u32, 0u32], [1u32, 0u32, 0u32, 0u32, 1u32, 0u32], [1u32, 1u32, 0u32, 1u32, 1u32, 0u32]] }
-- input { 7u32 8i64 8i64 10i32 }
-- output {
--   [[1u32, 0u32, 1u32, 0u32, 0u32, 0u32, 1u32, 0u32], [0u32, 0u32, 1u32, 0u32, 1u32, 0u32, 1u32, 0u32], [0u32, 0u32, 0u32, 1u32, 0u32, 0u32, 0u32, 0u32], [0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32], [0u32, 0u32, 1u32, 0u32, 0u32, 0u32, 0u32, 0u32], [0u32, 1u32, 0u32, 1u32, 1u32, 0u32, 0u32, 0u32], [1u32, 0u32, 0u32, 0u32, 1u32, 1u32, 0u32, 0u32], [1u32, 0u32, 1u32, 0u32, 0u32, 0u32, 1u32, 1u32]]
-- }
-- input { 9u32 1i64 4i64 2i32 }
-- output { [[0u32, 0u32, 1u32, 1u32]] }

-- ==
-- entry: cycling
-- input { 1u32 5i64 6i64 3i32 }
-- output { [[3u32, 4u32, 0u32, 1u32, 1u32, 2u32], [4u32, 0u32, 0u32, 0u32, 1u32, 2u32], [3u32, 4u32, 0u32, 1u32, 1u32, 2u32], [1u32, 3u32, 0u32, 1u32, 0u32, 1u32], [3u32, 0u32, 0u32, 1u32, 1u32, 2u32]] }
-- input { 7u32 8i64 8i64 10i32 }
-- output {
--   [[3u32, 3u32, 0u32, 0u32, 3u32, 2u32, 2u32, 2u32], [3u32, 2u32, 1u32, 0u32, 0u32, 1u32, 1u32, 2u32], [1u32, 4u32, 1u32, 4u32, 0u32, 4u32, 1u32, 2u32], [1u32, 0u32, 0u32, 0u32, 0u32, 0u32, 1u32, 1u32], [1u32, 1u32, 4u32, 1u32, 0u32, 1u32, 1u32, 1u32], [2u32, 0u32, 2u32, 0u32, 0u32, 1u32, 2u32, 1u32], [4u32, 3u32, 4u32, 2u32, 3u32, 0u32, 2u32, 3u32], [2u32, 4u32, 1u32, 4u32, 4u32, 3u32, 2u32, 3u32]]
-- }
-- input { 9u32 1i64 4i64 2i32 }
-- output { [[3u32, 3u32, 0u32, 0u32]] }

-- ==
-- entry: wiring
-- input { 1u32 5i64 6i64 3i32 }
-- output { [[1u32, 3u32, 2u32, 1u32, 2u32, 1u32], [2u32, 0u32, 3u32, 0u32, 3u32, 2u32], [2u32, 3u32, 0u32, 1u32, 3u32, 1u32], [3u32, 1u32, 1u32, 2u32, 0u32, 1u32], [3u32, 1u32, 0u32, 1u32, 2u32, 3u32]] }
-- input { 7u32 8i64 8i64 10i32 }
-- output {
--   [[1u32, 2u32, 3u32, 1u32, 1u32, 0u32, 1u32, 1u32], [1u32, 0u32, 1u32, 3u32, 3u32, 2u32, 0u32, 1u32], [1u32, 3u32, 1u32, 1u32, 3u32, 1u32, 0u32, 0u32], [0u32, 3u32, 3u32, 3u32, 3u32, 0u32, 1u32, 2u32], [3u32, 0u32, 1u32, 0u32, 3u32, 1u32, 1u32, 2u32], [0u32, 2u32, 0u32, 3u32, 3u32, 1u32, 0u32, 1u32], [1u32, 1u32, 1u32, 0u32, 3u32, 3u32, 2u32, 1u32], [0u32, 2u32, 1u32, 2u32, 1u32, 2u32, 0u32, 1u32]]
-- }
-- input { 9u32 1i64 4i64 2i32 }
-- output { [[0u32, 1u32, 1u32, 1u32]] }
