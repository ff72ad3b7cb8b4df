-- Rays against spheres; hits are a sum type, the closest one wins a reduction.
-- ==
-- input { 5i64 3i64 [[0.0f64, 0.0f64, 5.0f64], [0.0f64, 0.0f64, 3.0f64], [2.0f64, 0.0f64, 4.0f64]] [1.0f64, 0.5f64, 1.0f64] }
-- output { [[-1i64, -1i64, -1i64, -1i64, -1i64], [-1i64, -1i64, 1i64, 2i64, 2i64], [-1i64, -1i64, -1i64, -1i64, -1i64]] [[-1.0f64, -1.0f64, -1.0f64, -1.0f64, -1.0f64], [-1.0f64, -1.0f64, 2.5f64, 3.604751932798225f64, 3.018055062492401f64], [-1.0f64, -1.0f64, -1.0f64, -1.0f64, -1.0f64]] }

type vec = (f64, f64, f64)
type ray = {origin: vec, direction: vec}
type sphere = {centre: vec, radius: f64}
type hit = #miss | #hit {t: f64, id: i64}

def dot (a: vec) (b: vec) = a.0 * b.0 + a.1 * b.1 + a.2 * b.2
def sub (a: vec) (b: vec) : vec = (a.0 - b.0, a.1 - b.1, a.2 - b.2)

def intersect (r: ray) (s: sphere) (id: i64) : hit =
  let oc = sub r.origin s.centre
  let a = dot r.direction r.direction
  let b = 2 * dot oc r.direction
  let c = dot oc oc - s.radius ** 2
  let discriminant = b * b - 4 * a * c
  in if discriminant < 0 then #miss
     else let t = (-b - f64.sqrt discriminant) / (2 * a)
          in if t > 0 then #hit {t, id} else #miss

def closest (a: hit) (b: hit) : hit =
  match (a, b)
  case (#miss, _) -> b
  case (_, #miss) -> a
  case (#hit x, #hit y) -> if y.t < x.t || (y.t == x.t && y.id < x.id) then b else a

def trace [n] (spheres: [n]sphere) (r: ray) : hit =
  reduce_comm closest #miss (map2 (intersect r) spheres (iota n))

entry main [n] (width: i64) (height: i64) (centres: [n][3]f64) (radii: [n]f64)
    : ([height][width]i64, [height][width]f64) =
  let spheres : [n]sphere = map2 (\c r -> {centre = (c[0], c[1], c[2]), radius = r}) centres radii
  let ray_at i j : ray =
    {origin = (0, 0, 0),
     direction = (f64.i64 (i - width / 2) * 0.3, f64.i64 (j - height / 2) * 0.3, 1)}
  let shade (h: hit) : (i64, f64) =
    match h
    case #miss -> (-1, -1)
    case #hit {t, id} -> (id, t)
  in unzip (map unzip (tabulate_2d height width (\j i -> shade (trace spheres (ray_at i j)))))
