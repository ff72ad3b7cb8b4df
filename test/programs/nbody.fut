-- Gravity among n bodies, direct sums, with a module of vectors over any real.
module mk_vec3 (R: real) = {
  type vec = {x: R.t, y: R.t, z: R.t}
  def (a: vec) + (b: vec) = {x = a.x R.+ b.x, y = a.y R.+ b.y, z = a.z R.+ b.z}
  def (a: vec) - (b: vec) = {x = a.x R.- b.x, y = a.y R.- b.y, z = a.z R.- b.z}
  def scale (k: R.t) (a: vec) = {x = k R.* a.x, y = k R.* a.y, z = k R.* a.z}
  def dot (a: vec) (b: vec) = R.(a.x * b.x + a.y * b.y + a.z * b.z)
  def zero : vec = {x = R.i32 0, y = R.i32 0, z = R.i32 0}
}
module vec = mk_vec3 f64
type body = {p: vec.vec, v: vec.vec, m: f64}

def accel (epsilon: f64) (p: vec.vec) (m: f64) (q: vec.vec) : vec.vec =
  let r = vec.(q - p)
  let rsqr = vec.dot r r + epsilon * epsilon
  let inv = 1.0 / f64.sqrt rsqr
  in vec.scale (m * inv * inv * inv) r

def step [n] (epsilon: f64) (dt: f64) (bodies: [n]body) : [n]body =
  let accels = map (\b -> reduce (vec.+) vec.zero (map (\o -> accel epsilon b.p o.m o.p) bodies)) bodies
  in map2 (\b a -> let v = vec.(b.v + scale dt a)
                   in b with p = vec.(b.p + scale dt v) with v = v) bodies accels

entry main [n] (rounds: i32) (epsilon: f64) (dt: f64) (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) (ms: [n]f64)
    : ([n]f64, [n]f64, [n]f64) =
  let bodies = map4 (\x y z m : body -> {p = {x, y, z}, v = vec.zero, m}) xs ys zs ms
  let bodies = iterate rounds (step epsilon dt) bodies
  in unzip3 (map (\b -> (b.p.x, b.p.y, b.p.z)) bodies)

-- ==
-- entry: main
-- input { 3i32
--   0.1f64
--   0.05f64
--   [0.707f64, 0.435f64, 0.734f64, 0.965f64, 0.27f64]
--   [0.808f64, 0.538f64, 0.483f64, 0.436f64, 0.731f64]
--   [0.268f64, 0.852f64, 0.831f64, 0.087f64, 0.882f64]
--   [0.244f64, 0.465f64, 0.61f64, 0.379f64, 0.029f64] }
-- output { [0.71396692054597f64, 0.53348842280197f64, 0.66214211281545f64, 0.94787692743533f64, 0.36744518856737f64]
--   [0.77425165804786f64, 0.52659207529815f64, 0.50097177507985f64, 0.44917006855401f64, 0.64772557386226f64]
--   [0.29049894893871f64, 0.83388728080149f64, 0.82042089808727f64, 0.11351551110085f64, 0.85912221882083f64] }
