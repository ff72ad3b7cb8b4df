-- Vectors as modules: a module type with an abstract type, made from any numeric module.
-- ==
-- input { [1.0f64, 2.0f64, 3.0f64] [4.0f64, 5.0f64, 6.0f64] }
-- output { 32.0f64 [-3.0f64, 6.0f64, -3.0f64] 3.7416573867739413f64 }

-- ==
-- entry: integers
-- input { [1i32, 2i32, 3i32] [4i32, 5i32, 6i32] } output { 32i32 [-3i32, 6i32, -3i32] }

-- ==
-- entry: total
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32], [-1i32, 0i32, 1i32]] }
-- output { [4i32, 7i32, 10i32] }

module type vector3 = {
  type scalar
  type vector
  val make : scalar -> scalar -> scalar -> vector
  val (+) : vector -> vector -> vector
  val dot : vector -> vector -> scalar
  val cross : vector -> vector -> vector
  val to_array : vector -> [3]scalar
  val from_array : [3]scalar -> vector
  val zero : vector
}

module vector3 (N: numeric) : (vector3 with scalar = N.t) = {
  type scalar = N.t
  type vector = {x: scalar, y: scalar, z: scalar}

  def make (x: scalar) (y: scalar) (z: scalar) : vector = {x, y, z}
  def dot (a: vector) (b: vector) : scalar = N.(a.x * b.x + a.y * b.y + a.z * b.z)
  def cross ({x = ax, y = ay, z = az}: vector) ({x = bx, y = by, z = bz}: vector) : vector =
    N.({x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx})
  def to_array (v: vector) : [3]scalar = [v.x, v.y, v.z]
  def from_array (a: [3]scalar) : vector = {x = a[0], y = a[1], z = a[2]}
  def zero : vector = from_array (replicate 3 (N.i32 0))
  def (+) (a: vector) (b: vector) : vector =
    make (a.x N.+ b.x) (a.y N.+ b.y) (a.z N.+ b.z)
}

-- A real vector is one with a length.
module real_vector3 (R: real) = {
  module base = vector3 R
  open base
  def norm (v: vector) : scalar = R.sqrt (dot v v)
}

module v3f = real_vector3 f64
module v3i = vector3 i32

entry main (a: [3]f64) (b: [3]f64) : (f64, [3]f64, f64) =
  let u = v3f.from_array a
  let v = v3f.from_array b
  in (v3f.dot u v, v3f.to_array (v3f.cross u v), v3f.norm u)

entry integers (a: [3]i32) (b: [3]i32) : (i32, [3]i32) =
  let (u, v) = (v3i.from_array a, v3i.from_array b)
  in (u `v3i.dot` v, v3i.(to_array (cross u v)))

entry total [n] (vs: [n][3]i32) : [3]i32 =
  vs |> map v3i.from_array |> reduce (v3i.+) v3i.zero |> v3i.to_array |> copy
