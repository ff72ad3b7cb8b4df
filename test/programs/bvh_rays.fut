-- A ray tracer with a bounding volume hierarchy: Morton codes, a radix tree made in parallel, bounds that climb
-- it, and traversal without a stack.

module type vector = {
  type real
  type vec = {x: real, y: real, z: real}
  val + : vec -> vec -> vec
  val - : vec -> vec -> vec
  val * : vec -> vec -> vec
  val scale : real -> vec -> vec
  val dot : vec -> vec -> real
  val norm : vec -> real
  val normalise : vec -> vec
  val map : (real -> real) -> vec -> vec
  val zip_with : (real -> real -> real) -> vec -> vec -> vec
}

module mk_vector (R: real): vector with real = R.t = {
  type real = R.t
  type vec = {x: real, y: real, z: real}
  def map (f: real -> real) (v: vec): vec = {x = f v.x, y = f v.y, z = f v.z}
  def zip_with (f: real -> real -> real) (a: vec) (b: vec): vec = {x = f a.x b.x, y = f a.y b.y, z = f a.z b.z}
  def (a: vec) + (b: vec) = zip_with (R.+) a b
  def (a: vec) - (b: vec) = zip_with (R.-) a b
  def (a: vec) * (b: vec) = zip_with (R.*) a b
  def scale (k: real) = map (R.* k)
  def dot (a: vec) (b: vec) = R.(a.x * b.x + a.y * b.y + a.z * b.z)
  def norm (a: vec) = R.sqrt (dot a a)
  def normalise (a: vec) = scale R.(i32 1 / norm a) a
}

module v3 = mk_vector f64
type vec = v3.vec
def vec x y z: vec = {x, y, z}

type box = {low: vec, high: vec}
def union (a: box) (b: box): box = {low = v3.zip_with f64.min a.low b.low, high = v3.zip_with f64.max a.high b.high}
def centre (b: box) = v3.scale 0.5 (b.low v3.+ b.high)
def nothing: box = {low = vec f64.inf f64.inf f64.inf, high = vec (-f64.inf) (-f64.inf) (-f64.inf)}

type material = #matte vec | #mirror f64
type sphere = {at: vec, radius: f64, material: material}
type ray = {origin: vec, direction: vec}

def box_of (s: sphere): box =
  let r = vec s.radius s.radius s.radius
  in {low = s.at v3.- r, high = s.at v3.+ r}

def hit_sphere (r: ray) (limit: f64) (s: sphere): f64 =
  let oc = r.origin v3.- s.at
  let b = v3.dot oc r.direction
  let c = v3.dot oc oc - s.radius * s.radius
  let d = b * b - c
  in if d <= 0 then f64.inf
     else let t1 = -b - f64.sqrt d
          let t2 = -b + f64.sqrt d
          in if t1 > 1e-6 && t1 < limit then t1 else if t2 > 1e-6 && t2 < limit then t2 else f64.inf

def hit_box (r: ray) (limit: f64) (b: box): bool =
  let slab lo hi o d (tmin, tmax) =
    let inv = 1 / d
    let (t0, t1) = ((lo - o) * inv, (hi - o) * inv)
    let (t0, t1) = if inv < 0 then (t1, t0) else (t0, t1)
    in (f64.max t0 tmin, f64.min t1 tmax)
  let (tmin, tmax) =
    (0, limit) |> slab b.low.x b.high.x r.origin.x r.direction.x
               |> slab b.low.y b.high.y r.origin.y r.direction.y
               |> slab b.low.z b.high.z r.origin.z r.direction.z
  in tmin <= tmax

def expand_bits (v: u32): u32 =
  let v = (v * 0x00010001) & 0xFF0000FF
  let v = (v * 0x00000101) & 0x0F00F00F
  let v = (v * 0x00000011) & 0xC30C30C3
  in (v * 0x00000005) & 0x49249249

def morton (p: vec): u32 =
  let q c = expand_bits (u32.f64 (f64.min (f64.max (c * 1024) 0) 1023))
  in q p.x * 4 + q p.y * 2 + q p.z

type ptr = #leaf i32 | #inner i32
type node = {left: ptr, right: ptr, parent: i32, bounds: box}
type~ bvh [n] = {leaves: [n]sphere, leaf_parent: [n]i32, nodes: []node}

def sort_by_key [n] 't (keys: [n]u32) (xs: [n]t): ([n]u32, [n]t) =
  loop (keys, xs) for b < 30 do
    let bits = map (u32.get_bit b) keys
    let zeros = scan (+) 0 (map (\b -> 1 - i64.i32 b) bits)
    let ones = scan (+) 0 (map i64.i32 bits)
    let n0 = if n > 0 then zeros[n - 1] else 0
    let is = map3 (\b z o -> if b == 0 then z - 1 else n0 + o - 1) bits zeros ones
    in (scatter (copy keys) is keys, scatter (copy xs) is xs)

def build [n] (ss: [n]sphere): bvh [n] =
  let whole = reduce union nothing (map box_of ss)
  let extent = whole.high v3.- whole.low
  let codes = map (\s -> let c = centre (box_of s) v3.- whole.low
                         in morton (v3.zip_with (\a e -> if e == 0 then 0 else a / e) c extent)) ss
  let (codes, leaves) = sort_by_key codes ss
  let delta (i: i64) (j: i64): i32 =
    if j < 0 || j >= n then -1
    else if codes[i] == codes[j] then 32 + u32.clz (u32.i64 i ^ u32.i64 j)
    else u32.clz (codes[i] ^ codes[j])
  let make (i: i64) =
    let d = i64.i32 (i32.sgn (delta i (i + 1) - delta i (i - 1)))
    let dmin = delta i (i - d)
    let lmax = loop l = 2 while delta i (i + l * d) > dmin do l * 2
    let (l, _) = loop (l, t) = (0, lmax / 2) while t > 0 do
      (if delta i (i + (l + t) * d) > dmin then l + t else l, t / 2)
    let j = i + l * d
    let dnode = delta i j
    let (s, _, _) =
      loop (s, q, go) = (0, 2, true) while go do
        let t = (l + q - 1) / q
        let s = if delta i (i + (s + t) * d) > dnode then s + t else s
        in (s, q * 2, t > 1)
    let split = i + s * d + i64.min d 0
    let left: ptr = if i64.min i j == split then #leaf (i32.i64 split) else #inner (i32.i64 split)
    let right: ptr = if i64.max i j == split + 1 then #leaf (i32.i64 (split + 1)) else #inner (i32.i64 (split + 1))
    in (left, right)
  let m = i64.max 0 (n - 1)
  let (lefts, rights) = unzip (tabulate m make)
  let leaf_index (p: ptr) = match p case #leaf i -> i64.i32 i case #inner _ -> -1
  let inner_index (p: ptr) = match p case #inner i -> i64.i32 i case #leaf _ -> -1
  let me = map i32.i64 (iota m)
  let leaf_parent = scatter (scatter (replicate n (-1)) (map leaf_index lefts) me) (map leaf_index rights) me
  let parents = scatter (scatter (replicate m (-1)) (map inner_index lefts) me) (map inner_index rights) me
  let boxes = map box_of leaves
  let depth = i64.i32 (32 - i64.clz n % 32 + 31)
  -- bounds, from the leaves upwards, until nothing changes
  let bounds =
    loop bounds = replicate m nothing for _d < depth do
      let get (p: ptr) = match p case #leaf i -> boxes[i] case #inner i -> bounds[i]
      in map2 (\l r -> union (get l) (get r)) lefts rights
  in {leaves, leaf_parent, nodes = map4 (\left right parent bounds -> {left, right, parent, bounds}) lefts rights parents bounds}

def closest [n] (t: bvh [n]) (r: ray): (i32, f64) =
  if n == 1 then let h = hit_sphere r f64.inf t.leaves[0] in (if h < f64.inf then 0 else -1, h)
  else
  let (best, dist, _, _) =
    loop (best, dist, from, at) = (-1, f64.inf, #inner (-1): ptr, 0i32) while at != -1 do
      let node = t.nodes[at]
      let rec_child: (#rec ptr | #none) =
        if from == node.left then #rec node.right
        else if from != node.right && hit_box r dist node.bounds then #rec node.left
        else #none
      in match rec_child
         case #none -> (best, dist, #inner at, node.parent)
         case #rec (#inner i) -> (best, dist, #inner (-1), i)
         case #rec (#leaf i) ->
           let h = hit_sphere r dist t.leaves[i]
           in if h < dist then (i, h, #leaf i, at) else (best, dist, #leaf i, at)
  in (best, dist)

def colour_of [n] (t: bvh [n]) (r: ray) (depth: i32): vec =
  let (_, _, colour, _) =
    loop (r, light, colour, k) = (r, vec 1 1 1, vec 0 0 0, 0) while k < depth do
      let (i, dist) = closest t r
      in if i == -1
         then let s = 0.5 * (r.direction.y + 1)
              in (r, light, light v3.* (v3.scale (1 - s) (vec 1 1 1) v3.+ v3.scale s (vec 0.5 0.7 1)), depth)
         else let s = t.leaves[i]
              let p = r.origin v3.+ v3.scale dist r.direction
              let normal = v3.normalise (p v3.- s.at)
              in match s.material
                 case #matte c ->
                   let shade = f64.max 0.1 (v3.dot normal (v3.normalise (vec 1 2 1)))
                   in (r, light, light v3.* v3.scale shade c, depth)
                 case #mirror f ->
                   let out = r.direction v3.- v3.scale (2 * v3.dot r.direction normal) normal
                   in ({origin = p, direction = v3.normalise out}, v3.scale f light, colour, k + 1)
  in colour

def scene (n: i64): [n]sphere =
  let noise (i: i64) (k: u32) = let x = (u32.i64 i * 4 + k) * 2654435761
                                let x = (x ^ (x >> 15)) * 0x85ebca6b
                                in f64.u32 ((x ^ (x >> 13)) >> 8) / 16777216
  in tabulate n (\i -> {at = vec (8 * noise i 0 - 4) (4 * noise i 1 - 2) (4 + 8 * noise i 2), radius = 0.2 + 0.5 * noise i 3,
                        material = if i % 3 == 0 then #mirror 0.8 else #matte (vec (noise i 1) (noise i 2) (noise i 0))})

entry render (n: i64) (h: i64) (w: i64): [h][w][3]f64 =
  let t = build (scene n)
  let pixel i j =
    let dir = vec ((f64.i64 j + 0.5) / f64.i64 w - 0.5) (0.5 - (f64.i64 i + 0.5) / f64.i64 h) 0.7
    let c = colour_of t {origin = vec 0 0 0, direction = v3.normalise dir} 4
    in [c.x, c.y, c.z]
  in tabulate_2d h w pixel

-- The same without the hierarchy must hit the same.
entry hits (n: i64) (h: i64) (w: i64): bool =
  let ss = scene n
  let t = build ss
  let same i j =
    let dir = vec ((f64.i64 j + 0.5) / f64.i64 w - 0.5) (0.5 - (f64.i64 i + 0.5) / f64.i64 h) 0.7
    let r = {origin = vec 0 0 0, direction = v3.normalise dir}
    let d = f64.minimum (map (hit_sphere r f64.inf) ss)
    in (closest t r).1 == d
  in and (flatten (tabulate_2d h w same))

-- ==
-- entry: render
-- input { 20i64 4i64 5i64 }
-- output {
--   [[[0.64456470804084f64, 0.7867388248245f64, 1f64], [0.63551952921138f64, 0.78131171752683f64, 1f64], [0.63194464687115f64, 0.77916678812269f64, 1f64], [0.63551952921138f64, 0.78131171752683f64, 1f64], [0.64456470804084f64, 0.7867388248245f64, 1f64]], [[0.71169678668526f64, 0.82701807201115f64, 1f64], [0.28996165168067f64, 0.095126919887259f64, 0.1389561114584f64], [0.70605234037909f64, 0.82363140422745f64, 1f64], [0.7076939097861f64, 0.82461634587166f64, 1f64], [0.71169678668526f64, 0.82701807201115f64, 1f64]], [[0.039242010116577f64, 0.015738677978516f64, 0.009972620010376f64], [0.7923060902139f64, 0.87538365412834f64, 1f64], [0.79394765962091f64, 0.87636859577255f64, 1f64], [0.061308094574817f64, 0.31417141158255f64, 0.49481003645329f64], [0.78830321331474f64, 0.87298192798885f64, 1f64]], [[0.85543529195916f64, 0.9132611751755f64, 1f64], [0.86448047078862f64, 0.91868828247317f64, 1f64], [0.86805535312885f64, 0.92083321187731f64, 1f64], [0.86448047078862f64, 0.91868828247317f64, 1f64], [0.85543529195916f64, 0.9132611751755f64, 1f64]]]
-- }
-- input { 1i64 2i64 2i64 }
-- output {
--   [[[0.67030291086708f64, 0.80218174652025f64, 1f64], [0.67030291086708f64, 0.80218174652025f64, 1f64]], [[0.82969708913292f64, 0.89781825347975f64, 1f64], [0.82969708913292f64, 0.89781825347975f64, 1f64]]]
-- }
-- input { 2i64 3i64 3i64 }
-- output {
--   [[[0.65125593680833f64, 0.790753562085f64, 1f64], [0.64251660490191f64, 0.78550996294115f64, 1f64], [0.65125593680833f64, 0.790753562085f64, 1f64]], [[0.75f64, 0.85f64, 1f64], [0.75f64, 0.85f64, 1f64], [0.75f64, 0.85f64, 1f64]], [[0.84874406319167f64, 0.909246437915f64, 1f64], [0.85748339509809f64, 0.91449003705885f64, 1f64], [0.84874406319167f64, 0.909246437915f64, 1f64]]]
-- }

-- ==
-- entry: hits
-- input { 100i64 12i64 12i64 }
-- output { true }
