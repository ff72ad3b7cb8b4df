-- Complex numbers over any real type, by a parametric module with an abstract type.
-- ==
-- input { 1.0f64 2.0f64 3.0f64 -1.0f64 } output { 5.0f64 5.0f64 0.1f64 0.7000000000000001f64 }

-- ==
-- entry: magnitude
-- input { 3.0f32 4.0f32 } output { 5.0f32 }

-- ==
-- entry: sum_of_squares
-- input { [1.0f32, 2.0f32] [0.0f32, 1.0f32] } output { 4.0f32 4.0f32 }

module type complex = {
  type real
  type t
  val mk : real -> real -> t
  val re : t -> real
  val im : t -> real
  val conj : t -> t
  val mag : t -> real
  val zero : t
  val (+) : t -> t -> t
  val (-) : t -> t -> t
  val (*) : t -> t -> t
  val (/) : t -> t -> t
}

module mk_complex (T: real) : (complex with real = T.t) = {
  type real = T.t
  type t = (T.t, T.t)

  def mk (a: real) (b: real) : t = (a, b)
  def re (a: real, _: real) : real = a
  def im (_: real, b: real) : real = b
  def conj ((a, b): t) : t = (a, T.neg b)
  def mag ((a, b): t) : real = T.(sqrt (a * a + b * b))
  def zero : t = (T.i32 0, T.i32 0)

  def (a, b) + (c, d) : t = T.((a + c, b + d))
  def (a, b) - (c, d) : t = T.((a - c, b - d))
  def (a, b) * (c, d) : t = T.((a * c - b * d, b * c + a * d))
  def (a, b) / (c, d) : t =
    T.(let norm = c * c + d * d
       in ((a * c + b * d) / norm, (b * c - a * d) / norm))
}

module c64 = mk_complex f64
module c32 = mk_complex f32

entry main (a: f64) (b: f64) (c: f64) (d: f64) : (f64, f64, f64, f64) =
  let x = c64.mk a b
  let y = c64.mk c d
  let p = x c64.* y
  let q = c64.(x / y)
  in (c64.re p, c64.im p, c64.re q, c64.im q)

entry magnitude (a: f32) (b: f32) : f32 = c32.(mag (conj (mk a b)))

entry sum_of_squares [n] (res: [n]f32) (ims: [n]f32) : (f32, f32) =
  let squares = map2 (\a b -> let z = c32.mk a b in z c32.* z) res ims
  let total = reduce (c32.+) c32.zero squares
  in (c32.re total, c32.im total)
