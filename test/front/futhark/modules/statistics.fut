-- ==
-- input { [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] } output { 5.0 2.0 4.5 }
module type statistics = { type t val mean [n]: [n]t -> t val stddev [n]: [n]t -> t val median [n]: [n]t -> t }
module mk_statistics (R: real): statistics with t = R.t = {
  type t = R.t
  def mean [n] (vs: [n]t) = R.(sum vs / i64 n)
  def variance [n] (vs: [n]t) = let m = mean vs in R.(sum (map (\x -> let d = x - m in d * d) vs) / i64 n)
  def stddev [n] (vs: [n]t) = R.sqrt (variance vs)
  local def sort [n] (vs: [n]t) =
    loop vs = copy vs for i < n do
      let j = reduce i64.max 0 (map (\k -> if k < n - i && vs[k] R.>= reduce R.max vs[0] vs[0:n - i] then k else 0) (iota n))
      let (a, b) = (copy vs[j], copy vs[n - i - 1])
      in vs with [j] = b with [n - i - 1] = a
  def median [n] (vs: [n]t) = let s = sort vs in (s[(n - 1) / 2] R.+ s[n / 2]) R./ R.i32 2
}
module s = mk_statistics f64
def main [n] (xs: [n]f64) = (s.mean xs, s.stddev xs, s.median xs)
