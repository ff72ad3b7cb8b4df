-- Gravity in the plane by a linear quadtree: Morton codes, a radix sort, a tree of common prefixes, masses from the
-- leaves upwards, and a walk for every body with an opening angle.

module type vector = {
  type real
  type v
  val mk: real -> real -> v
  val x: v -> real
  val y: v -> real
  val +: v -> v -> v
  val -: v -> v -> v
  val scale: real -> v -> v
  val norm2: v -> real
  val zero: v
}

module plane (R: real): vector with real = R.t = {
  type real = R.t
  type v = {x: R.t, y: R.t}
  def mk (x: real) (y: real): v = {x, y}
  def x (a: v) = a.x
  def y (a: v) = a.y
  def (a: v) + (b: v): v = mk (a.x R.+ b.x) (a.y R.+ b.y)
  def (a: v) - (b: v): v = mk (a.x R.- b.x) (a.y R.- b.y)
  def scale (k: real) (a: v): v = mk (k R.* a.x) (k R.* a.y)
  def norm2 (a: v) = a.x R.* a.x R.+ a.y R.* a.y
  def zero = mk (R.i64 0) (R.i64 0)
}

module v2 = plane f64
type body = {position: v2.v, velocity: v2.v, mass: f64}

def spread_bits (x: u32): u32 =
  let x = x & 0xffff
  let x = (x | (x << 8)) & 0x00ff00ff
  let x = (x | (x << 4)) & 0x0f0f0f0f
  let x = (x | (x << 2)) & 0x33333333
  in (x | (x << 1)) & 0x55555555

def morton (low: v2.v) (extent: f64) (p: v2.v): u32 =
  let q c = u32.f64 (f64.min 65535 (c / extent * 65536))
  let d = p v2.- low
  in spread_bits (q (v2.x d)) | (spread_bits (q (v2.y d)) << 1)

def sort_by_key [n] 't (key: t -> u32) (xs: [n]t): [n]t =
  let digit = 4u32
  let pass (order: [n](u32, i64)) (shift: u32): [n](u32, i64) =
    let bins = map (\(k, _) -> i64.u32 ((k >> shift) & 15)) order
    let flags = map (\b -> tabulate 16 (\j -> i32.bool (b i64.== j))) bins
    let sums = scan (map2 (+)) (replicate 16 0i32) flags
    let totals = if n == 0 then replicate 16 0 else last sums
    let offsets = map2 (-) (scan (+) 0 totals) totals
    let places = map2 (\b s -> i64.i32 (offsets[b] + s[b]) - 1) bins sums
    in scatter (copy order) places order
  let order = loop o = zip (map key xs) (iota n) for i < 8 do pass o (u32.i32 i * digit)
  in map (\(_, i) -> xs[i]) order

type child = #leaf i64 | #inner i64
type node = {left: child, right: child, first: i64, last: i64}

-- How many bits two neighbours have in common; ties are broken by the index.
def common [n] (codes: [n]u32) (i: i64) (j: i64): i32 =
  if j < 0 || j >= n then -1
  else let d = codes[i] ^ codes[j]
       in if d == 0 then 32 + u64.clz (u64.i64 (i ^ j)) else u32.clz d

def build [n] (codes: [n]u32): [n - 1]node =
  let delta = common codes
  let make (i: i64): node =
    let d = if delta i (i + 1) > delta i (i - 1) then 1i64 else -1
    let least = delta i (i - d)
    let lmax = loop l = 2 while delta i (i + l * d) > least do l * 2
    let (len, _) = loop (len, t) = (0, lmax / 2) while t >= 1 do
      (if delta i (i + (len + t) * d) > least then len + t else len, t / 2)
    let j = i + len * d
    let here = delta i j
    let (s, _) =
      loop (s, t) = (0, (len + 1) / 2) while t > 0 do
        let s = if s + t <= len && delta i (i + (s + t) * d) > here then s + t else s
        in (s, if t == 1 then 0 else (t + 1) / 2)
    let split = i + s * d + i64.min d 0
    let (first, last) = (i64.min i j, i64.max i j)
    in {left = if first == split then #leaf split else #inner split,
        right = if last == split + 1 then #leaf (split + 1) else #inner (split + 1), first, last}
  in map make (iota (n - 1))

type summary = {mass: f64, centre: v2.v, low: v2.v, high: v2.v}

def join (a: summary) (b: summary): summary =
  let m = a.mass + b.mass
  in {mass = m,
      centre = v2.scale (1 / m) (v2.(scale a.mass a.centre + scale b.mass b.centre)),
      low = v2.mk (f64.min (v2.x a.low) (v2.x b.low)) (f64.min (v2.y a.low) (v2.y b.low)),
      high = v2.mk (f64.max (v2.x a.high) (v2.x b.high)) (f64.max (v2.y a.high) (v2.y b.high))}

-- Nodes are summed up in rounds: those whose children are both known.
def summaries [n] (bodies: [n]body) (nodes: [n - 1]node): ([n - 1]summary, i64) =
  let of_body (b: body) = {mass = b.mass, centre = b.position, low = b.position, high = b.position}
  let empty = of_body {position = v2.zero, velocity = v2.zero, mass = 1}
  let (known, _, rounds) =
    loop (sums, ready, rounds) = (replicate (n - 1) empty, replicate (n - 1) false, 0) while !(and ready) do
      let is_ready c = match c case #leaf _ -> true case #inner k -> ready[k]
      let get c = match c case #leaf k -> of_body bodies[k] case #inner k -> sums[k]
      let todo = filter (\i -> !ready[i] && is_ready nodes[i].left && is_ready nodes[i].right) (iota (n - 1))
      let new = map (\i -> join (get nodes[i].left) (get nodes[i].right)) todo
      in (scatter (copy sums) todo new, scatter (copy ready) todo (map (const true) todo), rounds + 1)
  in (known, rounds)

def softening: f64 = 0.01

def pull (at: v2.v) (mass: f64) (from: v2.v): v2.v =
  let d = from v2.- at
  let r2 = v2.norm2 d + softening
  in v2.scale (mass / (r2 * f64.sqrt r2)) d

def acceleration [n] (theta: f64) (bodies: [n]body) (nodes: [n - 1]node) (sums: [n - 1]summary) (p: v2.v): v2.v =
  let stack = replicate 64 0i64 -- inner nodes still to be looked at
  let (acc, _, _) =
    loop (acc, stack, top) = (v2.zero, stack, 1i64) while top > 0 do
      let k = stack[top - 1]
      let s = sums[k]
      let size = f64.max (v2.x s.high - v2.x s.low) (v2.y s.high - v2.y s.low)
      let d2 = v2.norm2 (s.centre v2.- p)
      in if size * size < theta * theta * d2 then (acc v2.+ pull p s.mass s.centre, stack, top - 1)
         else let visit (acc: v2.v) (stack: *[64]i64) (top: i64) (c: child): (v2.v, *[64]i64, i64) =
                match c
                case #leaf b -> (acc v2.+ pull p bodies[b].mass bodies[b].position, stack, top)
                case #inner j -> (acc, stack with [top] = j, top + 1)
              let (acc, stack, top) = visit acc stack (top - 1) nodes[k].left
              in visit acc stack top nodes[k].right
  in acc

def step [n] (theta: f64) (dt: f64) (bodies: [n]body): [n]body =
  let xs = map (\b -> v2.x b.position) bodies
  let ys = map (\b -> v2.y b.position) bodies
  let (lx, hx, ly, hy) = (f64.minimum xs, f64.maximum xs, f64.minimum ys, f64.maximum ys)
  let extent = f64.max (hx - lx) (hy - ly) + 1e-9
  let low = v2.mk lx ly
  let bodies = sort_by_key (\(b: body) -> morton low extent b.position) bodies
  let nodes = build (map (\b -> morton low extent b.position) bodies)
  let (sums, _) = summaries bodies nodes
  in map (\b -> let a = acceleration theta bodies nodes sums b.position
                let velocity = b.velocity v2.+ v2.scale dt a
                in b with velocity = velocity with position = b.position v2.+ v2.scale dt velocity) bodies

def start (n: i64): [n]body =
  let u (i: i64) =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in f64.u32 (x ^ (x >> 16)) / 4294967296
  in map (\i -> {position = v2.mk (u (3 * i)) (u (3 * i + 1)), velocity = v2.zero, mass = 0.5 + u (3 * i + 2)}) (iota n)

-- Sums that do not depend on the order of the bodies.
entry moved (n: i64) (steps: i32) (theta: f64): [4]f64 =
  let bodies = iterate steps (step theta 0.01) (start n)
  let total f = f64.sum (map f bodies)
  in [total (\b -> v2.x b.position * b.mass), total (\b -> v2.y b.position * v2.y b.position),
      total (\b -> v2.norm2 b.velocity), total (\b -> v2.x b.velocity * b.mass)]

-- The greatest deviation from the direct sum, relative to the mean acceleration.
entry deviation (n: i64) (theta: f64): f64 =
  let bodies = sort_by_key (\(b: body) -> morton v2.zero 1 b.position) (start n)
  let nodes = build (map (\b -> morton v2.zero 1 b.position) bodies)
  let (sums, _) = summaries bodies nodes
  let direct p = reduce (v2.+) v2.zero (map (\b -> pull p b.mass b.position) bodies)
  let (errors, norms) = unzip (map (\b -> let a = direct b.position
                                          let t = acceleration theta bodies nodes sums b.position
                                          in (f64.sqrt (v2.norm2 (a v2.- t)), f64.sqrt (v2.norm2 a))) bodies)
  in f64.maximum errors / (f64.sum norms / f64.i64 n)

-- ==
-- entry: moved
-- input { 2i64 1i32 0.0f64 } output { [0.3209749363460203f64, 0.6273319727562296f64, 0.0143587728716786f64, 0.0f64] }
-- input { 17i64 2i32 0.0f64 } output { [8.222378191964713f64, 5.269807784358822f64, 17.868616161715828f64, 0.0f64] }
-- input { 60i64 1i32 0.0f64 } output { [26.670197371086907f64, 20.329775474526617f64, 169.45714887933664f64, 0.0f64] }

-- ==
-- entry: deviation
-- input { 80i64 0.0f64 } output { 0.0f64 }
