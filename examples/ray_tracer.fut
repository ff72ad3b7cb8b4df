-- A small ray tracer: spheres and planes as a sum type, shadows and mirrors, grey pixels.
type vec = {x: f32, y: f32, z: f32}
def vec (x: f32) (y: f32) (z: f32) : vec = {x, y, z}
def (a: vec) <+> (b: vec) = vec (a.x + b.x) (a.y + b.y) (a.z + b.z)
def (a: vec) <-> (b: vec) = vec (a.x - b.x) (a.y - b.y) (a.z - b.z)
def (k: f32) *> (a: vec) = vec (k * a.x) (k * a.y) (k * a.z)
def dot (a: vec) (b: vec) = a.x * b.x + a.y * b.y + a.z * b.z
def normalise (a: vec) = (1 / f32.sqrt (dot a a)) *> a

type shape = #sphere vec f32 | #plane vec f32
type hit = #miss | #hit {t: f32, at: vec, normal: vec, id: i64}

def intersect (from: vec) (dir: vec) (id: i64) (s: shape) : hit =
  match s
  case #sphere centre radius ->
    let oc = from <-> centre
    let b = dot oc dir
    let c = dot oc oc - radius * radius
    let disc = b * b - c
    in if disc < 0 then #miss else
       let t = -b - f32.sqrt disc
       in if t < 0.001 then #miss else
          let at = from <+> (t *> dir)
          in #hit {t, at, normal = normalise (at <-> centre), id}
  case #plane normal offset ->
    let d = dot normal dir
    in if f32.abs d < 1e-6 then #miss else
       let t = (offset - dot normal from) / d
       in if t < 0.001 then #miss else #hit {t, at = from <+> (t *> dir), normal, id}

def nearer (a: hit) (b: hit) : hit =
  match (a, b)
  case (#miss, h) -> h
  case (h, #miss) -> h
  case (#hit g, #hit h) -> if g.t < h.t || (g.t == h.t && g.id < h.id) then #hit g else #hit h

def closest [n] (scene: [n]shape) (from: vec) (dir: vec) : hit =
  reduce nearer #miss (map2 (intersect from dir) (iota n) scene)

def trace [n] (scene: [n]shape) (light: vec) (from: vec) (dir: vec) : f32 =
  let (colour, _, _, _, _) =
    loop (colour, weight, from, dir, depth) = (0, 1, from, dir, 0i32) while depth < 3 && weight > 0.01 do
      match closest scene from dir
      case #miss -> (colour + weight * 0.1, 0, from, dir, depth + 1)
      case #hit h ->
        let to = normalise (light <-> h.at)
        let far = f32.sqrt (dot (light <-> h.at) (light <-> h.at))
        let lit = match closest scene (h.at <+> (0.01 *> h.normal)) to
                  case #miss -> true
                  case #hit s -> s.t > far
        let diffuse = if lit then f32.max 0 (dot to h.normal) else 0
        in (colour + weight * (0.05 + 0.6 * diffuse), weight * 0.35, h.at,
            dir <-> ((2 * dot dir h.normal) *> h.normal), depth + 1)
  in colour

entry main [n] (w: i64) (h: i64) (centres: [n][3]f32) (radii: [n]f32) : [h][w]f32 =
  let balls = map2 (\c r -> #sphere (vec c[0] c[1] c[2]) r : shape) centres radii
  let scene = balls ++ [#plane (vec 0 1 0) (-1)]
  let light = vec 3 5 (-2)
  in tabulate_2d h w (\y x ->
       let dir = normalise (vec ((f32.i64 x + 0.5) / f32.i64 w * 2 - 1) (1 - (f32.i64 y + 0.5) / f32.i64 h * 2) 1.5)
       in trace scene light (vec 0 0 (-3)) dir)

-- ==
-- entry: main
-- input { 7i64
--   6i64
--   [[0f32, 0f32, 1f32], [1.2f32, -0.3f32, 0.5f32], [-1.1f32, 0.2f32, 0.8f32]]
--   [0.9f32, 0.6f32, 0.5f32] }
-- output { [[0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32], [0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32, 0.1f32], [0.1f32, 0.270787302f32, 0.322213353f32, 0.470511556f32, 0.60869402f32, 0.1f32, 0.1f32], [0.36415691f32, 0.387824251f32, 0.07975f32, 0.261990911f32, 0.073625f32, 0.413368765f32, 0.437008869f32], [0.541374982f32, 0.561150217f32, 0.580644472f32, 0.587910714f32, 0.616380745f32, 0.619775971f32, 0.642800679f32], [0.580108475f32, 0.629259215f32, 0.607001034f32, 0.666148256f32, 0.64975065f32, 0.66503325f32, 0.650500232f32]] }
