-- Smoothed particles: neighbours by a grid of cells, made by a radix sort of cell numbers; density and forces
-- over the particles in nine cells.

module type key = { type t val num_bits: i32 val get_bit: i32 -> t -> i32 }

module mk_radix_sort (K: key) = {
  local def step [n] 'v (xs: [n](K.t, v)) (digit: i32): [n](K.t, v) =
    let bins = map (\(k, _) -> K.get_bit (digit + 1) k * 2 + K.get_bit digit k) xs
    let flags = map (\b -> (i64.bool (b == 0), i64.bool (b == 1), i64.bool (b == 2), i64.bool (b == 3))) bins
    let offsets = scan (\(a0, a1, a2, a3) (b0, b1, b2, b3) -> (a0 + b0, a1 + b1, a2 + b2, a3 + b3)) (0, 0, 0, 0) flags
    let (n0, n1, n2, _) = if n == 0 then (0, 0, 0, 0) else last offsets
    let place b (o0, o1, o2, o3) =
      match b
      case 0 -> o0 - 1
      case 1 -> n0 + o1 - 1
      case 2 -> n0 + n1 + o2 - 1
      case _ -> n0 + n1 + n2 + o3 - 1
    let is = map2 place bins offsets
    in scatter (copy xs) is xs

  def sort_by [n] 'v (key: v -> K.t) (bits: i32) (xs: [n]v): [n]v =
    let pairs = map (\x -> (key x, x)) xs
    let sorted = loop pairs for i < (bits + 1) / 2 do step pairs (i * 2)
    in map (.1) sorted
}

module sort_u32 = mk_radix_sort {type t = u32 def num_bits = 32i32 def get_bit = \(i: i32) (x: u32) -> u32.get_bit i x}

type vec2 = {x: f32, y: f32}
def add (a: vec2) (b: vec2) = {x = a.x + b.x, y = a.y + b.y}
def sub (a: vec2) (b: vec2) = {x = a.x - b.x, y = a.y - b.y}
def scale (k: f32) (a: vec2) = {x = k * a.x, y = k * a.y}
def dot (a: vec2) (b: vec2) = a.x * b.x + a.y * b.y
def zero: vec2 = {x = 0, y = 0}

type particle = {pos: vec2, vel: vec2, mass: f32}

def cell_of (side: i64) (h: f32) (p: particle): (i64, i64) =
  let clamp c = i64.max 0 (i64.min (side - 1) (i64.f32 (c / h)))
  in (clamp p.pos.x, clamp p.pos.y)

-- Particles ordered by cell, and where each cell begins.
def bins [n] (side: i64) (h: f32) (ps: [n]particle): ([n]particle, []i64) =
  let number p = let (i, j) = cell_of side h p in u32.i64 (i * side + j)
  let bits = 32 - u32.clz (u32.i64 (side * side))
  let sorted = sort_u32.sort_by number bits ps
  let counts = hist (+) 0 (side * side) (map (number >-> i64.u32) sorted) (rep 1i64)
  in (sorted, [0] ++ scan (+) 0 counts)

-- Fold over all particles in the neighbourhood.
def fold_near 'a [n] (side: i64) (h: f32) (ps: [n]particle) (starts: []i64)
                     (f: a -> particle -> a) (init: a) (p: particle): a =
  let (ci, cj) = cell_of side h p
  in loop acc = init for d < 9 do
       let (i, j) = (ci + d / 3 - 1, cj + d % 3 - 1)
       in if i < 0 || j < 0 || i >= side || j >= side then acc
          else let c = i * side + j
               in loop acc for k in starts[c]..<starts[c + 1] do f acc (#[unsafe] ps[k])

def densities [n] (side: i64) (h: f32) (ps: [n]particle) (starts: []i64): [n]f32 =
  let kernel r2 = if r2 >= h * h then 0 else (1 - r2 / (h * h)) ** 3
  let contribution (p: particle) acc (q: particle) = let d = sub q.pos p.pos in acc + q.mass * kernel (dot d d)
  in map (\p -> fold_near side h ps starts (contribution p) 0 p) ps

def step [n] (side: i64) (h: f32) (dt: f32) (ps: [n]particle): [n]particle =
  let (ps, starts) = bins side h ps
  let rho = densities side h ps starts
  let force (p: particle) (r: f32): vec2 =
    fold_near side h ps starts
      (\acc q -> let d = sub p.pos q.pos
                 let r2 = dot d d
                 in if r2 > 0 && r2 < h * h
                    then let len = f32.sqrt r2
                         in acc `add` scale (q.mass * (1 - len / h) / (r * len)) d
                    else acc) zero p
  let accelerate (p: particle) r: particle =
    let vel = p.vel `add` scale dt (force p r)
    let pos = p.pos `add` scale dt vel
    let bounce x v = if x < 0 then (-x, -v) else if x > f32.i64 side * h then (2 * f32.i64 side * h - x, -v) else (x, v)
    let (x, vx) = bounce pos.x vel.x
    let (y, vy) = bounce pos.y vel.y
    in p with pos = {x, y} with vel = {x = vx, y = vy}
  in map2 accelerate ps rho

def start (n: i64) (side: i64) (h: f32): [n]particle =
  let noise (i: i64) (k: i64) = let z = u64.i64 (i * 4 + k) * 0x9e3779b97f4a7c15
                                let z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
                                in f32.f64 (f64.u64 ((z ^ (z >> 27)) >> 40) / 16777216)
  in tabulate n (\i -> {pos = {x = noise i 0 * f32.i64 side * h, y = noise i 1 * f32.i64 side * h},
                        vel = {x = noise i 2 - 0.5, y = noise i 3 - 0.5}, mass = 1})

entry energy (n: i64) (side: i64) (steps: i32): (f32, f32, f32) =
  let h = 0.5
  let ps = iterate steps (step side h 0.01) (start n side h)
  let total = reduce add zero (map (\p -> scale p.mass p.pos) ps)
  in (f32.sum (map (\p -> 0.5 * p.mass * dot p.vel p.vel) ps), total.x, total.y)

entry cells (n: i64) (side: i64): []i64 =
  let (_, starts) = bins side 0.5 (start n side 0.5)
  in starts

-- ==
-- entry: energy
-- input { 50i64 4i64 3i32 }
-- output { 4.52566242f32 41.8463173f32 51.6631279f32 }
-- input { 1i64 3i64 5i32 }
-- output { 0.154409304f32 0.0166832097f32 0.674994111f32 }
-- input { 120i64 7i64 2i32 }
-- output { 10.5614901f32 203.141586f32 218.6754f32 }

-- ==
-- entry: cells
-- input { 40i64 3i64 }
-- output { [0i64, 6i64, 11i64, 18i64, 22i64, 25i64, 29i64, 33i64, 36i64, 40i64] }
-- input { 0i64 2i64 }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64] }
