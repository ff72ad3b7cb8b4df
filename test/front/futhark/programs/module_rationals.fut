-- Exact fractions behind an abstract type.
-- ==
-- entry: harmonic
-- input { 10i64 }
-- output { 7381i64 2520i64 }

-- ==
-- entry: product
-- input { 2i64 -3i64 9i64 4i64 }
-- output { -3i64 2i64 true }

module type rational = {
  type rational
  val mk: i64 -> i64 -> rational
  val numerator: rational -> i64
  val denominator: rational -> i64
  val +: rational -> rational -> rational
  val *: rational -> rational -> rational
  val <: rational -> rational -> bool
  val sum [n]: [n]rational -> rational
}
module rational: rational = {
  type rational = {p: i64, q: i64}
  def gcd (a: i64) (b: i64): i64 = (loop (a, b) = (i64.abs a, i64.abs b) while b != 0 do (b, a % b)).0
  def mk (p: i64) (q: i64): rational =
    let g = i64.max 1 (gcd p q)
    let s = i64.sgn q
    in {p = s * p / g, q = s * q / g}
  def numerator (r: rational) = r.p
  def denominator (r: rational) = r.q
  def (a: rational) + (b: rational) = mk (a.p * b.q i64.+ b.p * a.q) (a.q * b.q)
  def (a: rational) * (b: rational) = mk (a.p i64.* b.p) (a.q i64.* b.q)
  def (a: rational) < (b: rational) = a.p i64.* b.q i64.< b.p i64.* a.q
  def sum [n] (xs: [n]rational): rational = reduce (+) {p = 0, q = 1} xs
}

entry harmonic (n: i64): (i64, i64) =
  let s = rational.sum (map (rational.mk 1) (1...n))
  in (rational.numerator s, rational.denominator s)
entry product (a: i64) (b: i64) (c: i64) (d: i64): (i64, i64, bool) =
  let (x, y) = (rational.mk a b, rational.mk c d)
  let z = rational.(x * y)
  in (rational.numerator z, rational.denominator z, x rational.< y)
