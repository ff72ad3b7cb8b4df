-- A vector space over any real module, with a ray and sphere on top.
-- ==
-- entry: main
-- input { [0.0, 0.0, -5.0] [0.0, 0.0, 1.0] } output { true 4.0 }
-- input { [0.0, 3.0, -5.0] [0.0, 0.0, 1.0] } output { false 0.0 }
module type vector = {
  type real
  type vec
  val vec: real -> real -> real -> vec
  val (+): vec -> vec -> vec
  val (-): vec -> vec -> vec
  val dot: vec -> vec -> real
  val scale: real -> vec -> vec
}
module mk_vec3 (r: real): vector with real = r.t with vec = {x: r.t, y: r.t, z: r.t} = {
  type real = r.t
  type vec = {x: real, y: real, z: real}
  def vec x y z: vec = {x, y, z}
  def (+) (a: vec) (b: vec): vec = {x = a.x r.+ b.x, y = a.y r.+ b.y, z = a.z r.+ b.z}
  def (-) (a: vec) (b: vec): vec = {x = a.x r.- b.x, y = a.y r.- b.y, z = a.z r.- b.z}
  def dot (a: vec) (b: vec): real = r.(a.x * b.x + a.y * b.y + a.z * b.z)
  def scale (k: real) (a: vec): vec = {x = k r.* a.x, y = k r.* a.y, z = k r.* a.z}
}
module v = mk_vec3 f64
type ray = {origin: v.vec, direction: v.vec}
type hit = #miss | #hit f64
def sphere (radius: f64) (r: ray): hit =
  let b = 2 * v.dot r.origin r.direction
  let c = v.dot r.origin r.origin - radius * radius
  let d = b * b - 4 * c
  in if d < 0 then #miss else #hit ((-b - f64.sqrt d) / 2)
def main (o: [3]f64) (d: [3]f64): (bool, f64) =
  let r = {origin = v.vec o[0] o[1] o[2], direction = v.vec d[0] d[1] d[2]}
  in match sphere 1 r
     case #hit t -> (true, t)
     case #miss -> (false, 0)
