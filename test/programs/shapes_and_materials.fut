-- A ray tracer whose objects and materials are sums; reflections by a loop with a stack of weights.
-- ==
-- entry: hits
-- input { [[0f32,0f32],[0.9f32,0f32],[0f32,3f32]] } output { [0i8,0i8,2i8] }
-- entry: render
-- input { 16i64 12i64 3i32 } auto output
-- entry: area
-- input { 1f32 } output { [3.1415927f32, 4f32, 0.5f32, 0f32] }
-- entry: depth_stats
-- input { 32i64 } output { true }
-- entry: roundtrip
-- input { 3i64 } output { [0f32,1f32,4f32] [0i32,1i32,2i32] }
type vec = (f32, f32, f32)
def vadd (a: vec) (b: vec): vec = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
def vsub (a: vec) (b: vec): vec = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
def scale (k: f32) (a: vec): vec = (k * a.0, k * a.1, k * a.2)
def dot (a: vec) (b: vec) = a.0 * b.0 + a.1 * b.1 + a.2 * b.2
def norm (a: vec) = scale (1 / f32.sqrt (dot a a)) a
type material = #matte vec | #mirror f32 | #light {power: f32, tint: vec} | #checker (i32, i32)
type shape = #sphere {centre: vec, radius: f32} | #plane {normal: vec, offset: f32} | #box vec vec | #nothing
type object = {shape: shape, material: material}
type hit = #hit {t: f32, normal: vec, point: vec, material: material} | #miss
type ray = {origin: vec, dir: vec}
def at (r: ray) (t: f32) = vadd r.origin (scale t r.dir)
def slab (o: f32) (d: f32) (lo: f32) (hi: f32): (f32, f32) =
  let (a, b) = ((lo - o) / d, (hi - o) / d) in (f32.min a b, f32.max a b)
def intersect (r: ray) (o: object): hit =
  match o.shape
  case #nothing -> #miss
  case #sphere {centre, radius} ->
    let oc = vsub r.origin centre
    let b = dot oc r.dir
    let c = dot oc oc - radius * radius
    let disc = b * b - c
    in if disc < 0 then #miss
       else let t = -b - f32.sqrt disc
            in if t < 1e-3 then #miss
               else let p = at r t in #hit {t, normal = norm (vsub p centre), point = p, material = o.material}
  case #plane {normal, offset} ->
    let d = dot normal r.dir
    in if f32.abs d < 1e-6 then #miss
       else let t = (offset - dot normal r.origin) / d
            in if t < 1e-3 then #miss else #hit {t, normal, point = at r t, material = o.material}
  case #box lo hi ->
    let (ax, bx) = slab r.origin.0 r.dir.0 lo.0 hi.0
    let (ay, by) = slab r.origin.1 r.dir.1 lo.1 hi.1
    let (az, bz) = slab r.origin.2 r.dir.2 lo.2 hi.2
    let t0 = f32.max ax (f32.max ay az)
    let t1 = f32.min bx (f32.min by bz)
    in if t0 > t1 || t0 < 1e-3 then #miss
       else let n = if t0 == ax then (-f32.sgn r.dir.0, 0, 0) else if t0 == ay then (0, -f32.sgn r.dir.1, 0) else (0, 0, -f32.sgn r.dir.2)
            in #hit {t = t0, normal = n, point = at r t0, material = o.material}
def nearer (a: hit) (b: hit): hit =
  match (a, b)
  case (#miss, _) -> b
  case (_, #miss) -> a
  case (#hit x, #hit y) -> if x.t <= y.t then a else b
def scene: []object =
  [ {shape = #sphere {centre = (0, 0, 5), radius = 1}, material = #matte (1, 0.2, 0.2)}
  , {shape = #plane {normal = (0, 1, 0), offset = -1}, material = #checker (1, 2)}
  , {shape = #box (2, -1, 4) (3, 1, 6), material = #mirror 0.8}
  , {shape = #sphere {centre = (-2, 3, 6), radius = 0.5}, material = #light {power = 3, tint = (1, 1, 0.8)}}
  , {shape = #nothing, material = #matte (0, 0, 0)} ]
def closest [n] (objs: [n]object) (r: ray): hit = reduce_comm nearer #miss (map (intersect r) objs)
def colour (objs: []object) (bounces: i32) (r: ray): vec =
  let (_, _, acc, _) =
    loop (r, weight, acc, left) = (r, 1f32, (0, 0, 0), bounces) while left > 0 && weight > 1e-3 do
      match closest objs r
      case #miss -> (r, 0, vadd acc (scale (weight * 0.1) (0.5, 0.7, 1)), 0)
      case #hit h ->
        let lambert c = scale (weight * f32.max 0.1 (dot h.normal (norm (1, 2, -1)))) c
        in match h.material
           case #matte c -> (r, 0, vadd acc (lambert c), 0)
           case #checker (a, b) ->
             let on = (i32.f32 (f32.floor h.point.0) / a + i32.f32 (f32.floor h.point.2) / b) & 1 == 0
             in (r, 0, vadd acc (lambert (if on then (0.9, 0.9, 0.9) else (0.1, 0.1, 0.1))), 0)
           case #light {power, tint} -> (r, 0, vadd acc (scale (weight * power) tint), 0)
           case #mirror k ->
             let d = vsub r.dir (scale (2 * dot r.dir h.normal) h.normal)
             in ({origin = h.point, dir = d}, weight * k, acc, left - 1)
  in acc
entry render (w: i64) (h: i64) (n: i32): [h][w]u32 =
  tabulate_2d h w (\y x ->
    let d = norm ((f32.i64 x + 0.5) / f32.i64 w - 0.5, 0.5 - (f32.i64 y + 0.5) / f32.i64 h, 1)
    let (r, g, b) = colour scene n {origin = (0, 0, 0), dir = d}
    let q v = u32.f32 (255 * f32.min 1 v)
    in q r << 16 | q g << 8 | q b)
entry hits (ps: [][2]f32): []i8 =
  let test p = match closest scene[:1] {origin = (p[0], p[1], 0), dir = (0, 0, 1)}
               case #hit {t = _, normal = _, point = _, material = #matte _} -> 0
               case #hit _ -> 1
               case #miss -> 2
  in map test ps
entry area (x: f32) =
  let shapes: [4]shape = [#sphere {centre = (0,0,0), radius = x}, #box (0,0,0) (x, 2*x, 2*x), #plane {normal = (0,1,0), offset = 0.5*x}, #nothing]
  in map (\s -> match s
                case #sphere {centre = _, radius = r} -> f32.pi * r ** 2
                case #box (a, b, c) (d, e, f) -> (d - a) * (e - b) * (f - c)
                case #plane {normal = _, offset} -> offset
                case #nothing -> 0) shapes
entry depth_stats (n: i64) =
  let hs = tabulate_2d n n (\y x -> closest scene {origin = (0,0,0), dir = norm (f32.i64 x / f32.i64 n - 0.5, f32.i64 y / f32.i64 n - 0.5, 1)})
  let depth h = match h case #hit {t, normal = _, point = _, material = _} -> t case #miss -> f32.inf
  let ds = flatten (map (map depth) hs)
  let misses = i64.sum (map (\h -> match h case #miss -> 1 case _ -> 0) (flatten hs))
  in f32.minimum ds >= 1 && misses == i64.sum (map (f32.isinf >-> i64.bool) ds)
type tree = #leaf i32 | #node (f32, i32)
entry roundtrip (n: i64) =
  let xs = tabulate n (\i -> if i % 2 == 0 then #node (f32.i64 (i * i), i32.i64 i) else #leaf (i32.i64 i) : tree)
  in unzip (map (\t -> match t case #leaf i -> (f32.i32 (i * i), i) case #node (a, b) -> (a, b)) xs)
