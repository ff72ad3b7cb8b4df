-- A picture of a scene that is described by a small stack program of shapes: signed distances, sphere tracing with a loop of
-- varying length for each pixel, normals by differences, soft shadows, and colours by material.

module vec3 (R: real) = {
  type t = {x: R.t, y: R.t, z: R.t}
  def mk x y z: t = {x, y, z}
  def map (f: R.t -> R.t) (a: t): t = mk (f a.x) (f a.y) (f a.z)
  def map2 (f: R.t -> R.t -> R.t) (a: t) (b: t): t = mk (f a.x b.x) (f a.y b.y) (f a.z b.z)
  def (a: t) + (b: t) = map2 (R.+) a b
  def (a: t) - (b: t) = map2 (R.-) a b
  def scale (k: R.t) (a: t) = map (\v -> k R.* v) a
  def dot (a: t) (b: t) = a.x R.* b.x R.+ a.y R.* b.y R.+ a.z R.* b.z
  def norm (a: t) = R.sqrt (dot a a)
  def unit (a: t) = scale (R.i64 1 R./ norm a) a
}

module v = vec3 f64
type vec = v.t

type shape = #sphere {centre: vec, radius: f64} | #box {centre: vec, half: vec} | #plane f64
           | #torus {centre: vec, major: f64, minor: f64}
type step = #push shape i32 | #unite | #cut | #meet | #blend f64

type hit = {distance: f64, material: i32}

def distance (s: shape) (p: vec): f64 =
  match s
  case #sphere {centre, radius} -> v.norm (p v.- centre) - radius
  case #box {centre, half} ->
    let q = v.map f64.abs (p v.- centre) v.- half
    in v.norm (v.map (f64.max 0) q) + f64.min 0 (f64.max q.x (f64.max q.y q.z))
  case #plane h -> p.y - h
  case #torus {centre, major, minor} ->
    let q = p v.- centre
    let r = f64.sqrt (q.x * q.x + q.z * q.z) - major
    in f64.sqrt (r * r + q.y * q.y) - minor

def depth: i64 = 6

-- Runs the program for a point, with a small stack.
def evaluate [n] (program: [n]step) (p: vec): hit =
  let far = {distance = 1e9, material = 0i32}
  let (stack, top) =
    loop (stack, top) = (replicate depth far, 0i64) for s in program do
      match s
      case #push shape material -> (stack with [top] = {distance = distance shape p, material}, top + 1)
      case op ->
        let (a, b) = (stack[top - 2], stack[top - 1])
        let c = match op
                case #cut -> if a.distance >= -b.distance then a else {distance = -b.distance, material = b.material}
                case #meet -> if a.distance >= b.distance then a else b
                case #blend k ->
                  let h = f64.max 0 (f64.min 1 (0.5 + 0.5 * (b.distance - a.distance) / k))
                  in {distance = b.distance + (a.distance - b.distance) * h - k * h * (1 - h), material = if h >= 0.5 then a.material else b.material}
                case _ -> if a.distance <= b.distance then a else b
        in (stack with [top - 2] = c, top - 1)
  in if top == 0 then far else stack[top - 1]

def scene: []step =
  [#push (#plane (-1)) 1,
   #push (#sphere {centre = v.mk 0 0 0, radius = 1}) 2,
   #push (#box {centre = v.mk 0.4 0.4 (-0.4), half = v.mk 0.7 0.7 0.7}) 3,
   #cut,
   #push (#torus {centre = v.mk (-1.8) (-0.5) 0, major = 0.8, minor = 0.3}) 4,
   #push (#sphere {centre = v.mk (-1.2) (-0.3) (-0.5), radius = 0.5}) 5,
   #blend 0.3,
   #unite,
   #unite]

type trace = {t: f64, steps: i32, hit: bool, material: i32}

def march [n] (program: [n]step) (limit: f64) (o: vec) (d: vec): trace =
  let (t, steps, material, state) =
    loop (t, steps, material, state) = (0, 0i32, 0i32, 0i32) while state == 0 && steps < 200 do
      let h = evaluate program (o v.+ v.scale t d)
      in if h.distance < 1e-4 then (t, steps, h.material, 1)
         else if t > limit then (t, steps, 0, 2)
         else (t + h.distance, steps + 1, 0, 0)
  in {t, steps, hit = state == 1, material}

def normal [n] (program: [n]step) (p: vec): vec =
  let e = 1e-5
  let f dx dy dz = (evaluate program (p v.+ v.mk dx dy dz)).distance
  in v.unit (v.mk (f e 0 0 - f (-e) 0 0) (f 0 e 0 - f 0 (-e) 0) (f 0 0 e - f 0 0 (-e)))

def light: vec = v.unit (v.mk 0.6 0.9 (-0.5))

def shade [n] (program: [n]step) (o: vec) (d: vec): (f64, i32, i32) =
  let r = march program 30 o d
  in if !r.hit then (0.1, 0, r.steps)
     else let p = o v.+ v.scale r.t d
          let m = normal program p
          let diffuse = f64.max 0 (v.dot m light)
          let shadow = march program 10 (p v.+ v.scale 1e-2 m) light
          in ((0.15 + (if shadow.hit then 0 else 0.85) * diffuse) / (1 + 0.01 * r.t * r.t), r.material, r.steps + shadow.steps)

def render (h: i64) (w: i64): [h][w](f64, i32, i32) =
  let eye = v.mk 0 1 (-5)
  let pixel y x =
    let u = (f64.i64 x + 0.5) / f64.i64 w * 2 - 1
    let s = 1 - (f64.i64 y + 0.5) / f64.i64 h * 2
    in shade scene eye (v.unit (v.mk (u * 0.9) (s * 0.9 - 0.2) 1.5))
  in tabulate_2d h w pixel

entry picture (h: i64) (w: i64): [h][w]u8 = map (map (\(b, _, _) -> u8.f64 (255 * b))) (render h w)
entry materials (h: i64) (w: i64): ([6]i64, i64) =
  let pixels = flatten (render h w)
  in (hist (+) 0 6 (map (\(_, m, _) -> i64.i32 m) pixels) (map (const 1) pixels), i64.i32 (i32.maximum (map (.2) pixels)))
entry distances [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64): [n]f64 =
  map3 (\x y z -> (evaluate scene (v.mk x y z)).distance) xs ys zs

-- ==
-- entry: picture
-- input { 9i64 12i64 }
-- output { [[25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8], [25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8], [25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8], [25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8, 25u8], [50u8, 53u8, 56u8, 58u8, 76u8, 100u8, 100u8, 99u8, 58u8, 56u8, 53u8, 50u8], [153u8, 168u8, 143u8, 188u8, 31u8, 160u8, 160u8, 160u8, 123u8, 120u8, 117u8, 113u8], [31u8, 80u8, 71u8, 55u8, 29u8, 31u8, 31u8, 155u8, 154u8, 152u8, 150u8, 147u8], [165u8, 167u8, 168u8, 169u8, 170u8, 171u8, 171u8, 170u8, 169u8, 168u8, 167u8, 165u8], [174u8, 175u8, 176u8, 177u8, 178u8, 178u8, 178u8, 178u8, 177u8, 176u8, 175u8, 174u8]] }

-- ==
-- entry: materials
-- input { 4i64 6i64 } output { [12i64, 8i64, 1i64, 1i64, 1i64, 1i64] 48i64 }
-- input { 30i64 40i64 } output { [523i64, 494i64, 49i64, 56i64, 44i64, 34i64] 206i64 }

-- ==
-- entry: distances
-- input { [-2.0f64, -0.75f64, -0.952f64, 1.522f64, 1.303f64, -0.276f64, 0.682f64, -1.807f64, -0.353f64, 0.248f64, -0.329f64, 1.963f64] [0.169f64, 0.31f64, -1.308f64, -0.77f64, -1.267f64, 0.445f64, -1.29f64, -0.613f64, 1.567f64, -1.121f64, 1.552f64, -0.661f64] [-0.372f64, 0.107f64, -0.837f64, -1.516f64, -0.119f64, -0.554f64, -1.799f64, 0.432f64, 0.284f64, 0.814f64, -1.173f64, -1.249f64] }
-- output { [0.37632275081470495f64, -0.181434791846123f64, -0.30800000000000005f64, 0.22999999999999998f64, -0.2669999999999999f64, 0.02399999999999991f64, -0.29000000000000004f64, 0.08490422862668068f64, 0.6311817801826993f64, -0.121f64, 0.9730367457297902f64, 0.33899999999999997f64] }
