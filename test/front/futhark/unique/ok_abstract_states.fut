module type rng = { type t val next: t -> (t, i32) val init: i32 -> t }
module mk (R: rng) = {
  type state = {r: R.t, xs: [10]i32}
  def update (s: *state) (i: i64) =
    let (r, x) = R.next s.r
    let xs = s.xs with [i] = x
    in {r, xs}
  def run (n: i64) =
    loop s = {r = R.init 1, xs = replicate 10 0} for i < n do update s i
}
