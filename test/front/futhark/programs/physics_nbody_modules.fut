-- Bodies that attract each other, with vectors from a parametric module.
-- ==
-- entry: main
-- input { [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.5f64], [0.0f64, 2.0f64, 0.0f64]] [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64], [0.5f64, 0.0f64, -0.25f64]] [3.0f64, 1.0f64, 0.5f64] 5i32 }
-- output { [[0.0010134230406103311f64, 0.00019759577635217418f64, 0.0005060976974764173f64], [0.9968993578400556f64, 0.05008383980903963f64, 0.49844925443892385f64], [0.025120746076226927f64, 1.9986467457238077f64, -0.012435095062706195f64]] [[0.033809421247760825f64, 0.006813222129340339f64, 0.016874013893691555f64], [-0.10342285454320642f64, 1.002142241797003f64, -0.05173280523003847f64], [0.503989181599848f64, -0.045163816370048224f64, -0.2477784729020724f64]] }
-- input { [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.5f64], [0.0f64, 2.0f64, 0.0f64]] [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64], [0.5f64, 0.0f64, -0.25f64]] [3.0f64, 1.0f64, 0.5f64] 0i32 }
-- output { [[0.0f64, 0.0f64, 0.0f64], [1.0f64, 0.0f64, 0.5f64], [0.0f64, 2.0f64, 0.0f64]] [[0.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64], [0.5f64, 0.0f64, -0.25f64]] }

module type real_like = {
  type t
  val +: t -> t -> t
  val -: t -> t -> t
  val *: t -> t -> t
  val from: f64 -> t
  val to: t -> f64
}

module mk_vec3 (R: real_like) = {
  type vector = {x: R.t, y: R.t, z: R.t}
  def zero: vector = {x = R.from 0, y = R.from 0, z = R.from 0}
  def (a: vector) + (b: vector): vector = {x = R.(a.x + b.x), y = R.(a.y + b.y), z = R.(a.z + b.z)}
  def (a: vector) - (b: vector): vector = {x = R.(a.x - b.x), y = R.(a.y - b.y), z = R.(a.z - b.z)}
  def scale (k: R.t) (a: vector): vector = {x = R.(k * a.x), y = R.(k * a.y), z = R.(k * a.z)}
  def dot (a: vector) (b: vector): R.t = R.(a.x * b.x + a.y * b.y + a.z * b.z)
}

module vec3 = mk_vec3 {
  type t = f64
  def (x: f64) + (y: f64) = x f64.+ y
  def (x: f64) - (y: f64) = x f64.- y
  def (x: f64) * (y: f64) = x f64.* y
  def from (x: f64) = x
  def to (x: f64) = x
}

type body = {position: vec3.vector, velocity: vec3.vector, mass: f64}

def pull (softening: f64) (a: body) (b: body): vec3.vector =
  let d = vec3.(b.position - a.position)
  let r2 = vec3.dot d d + softening
  in vec3.scale (b.mass / (r2 * f64.sqrt r2)) d

def step [n] (softening: f64) (dt: f64) (bodies: [n]body): [n]body =
  let move (b: body) =
    let force = reduce (vec3.+) vec3.zero (map (pull softening b) bodies)
    let velocity = vec3.(b.velocity + scale dt force)
    in b with velocity = velocity with position = vec3.(b.position + scale dt velocity)
  in map move bodies

def vector_of (v: [3]f64): vec3.vector = {x = v[0], y = v[1], z = v[2]}
def row_of (v: vec3.vector): [3]f64 = [v.x, v.y, v.z]

entry main [n] (positions: [n][3]f64) (velocities: [n][3]f64) (masses: [n]f64) (steps: i32)
    : ([n][3]f64, [n][3]f64) =
  let bodies = map3 (\p v m -> {position = vector_of p, velocity = vector_of v, mass = m})
                    positions velocities masses
  let final = iterate steps (step 0.05 0.01) bodies
  in unzip (map (\b -> (row_of b.position, row_of b.velocity)) final)
