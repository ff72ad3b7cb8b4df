-- An engine of random numbers, and a distribution over any engine.
-- ==
-- input { 42u32 5i64 } output { [0.78977966f32, 0.29742432f32, 0.54289246f32, 0.6331024f32, 0.88864136f32] }
module type rng = { type state val seed: u32 -> state val next: state -> (u32, state) }
module lcg: rng = {
  type state = u32
  def seed (x: u32): state = x * 747796405 + 2891336453
  def next (s: state): (u32, state) = let s' = s * 1664525 + 1013904223 in (s' >> 16, s')
}
module dist (R: rng) = {
  def uniform (lo: f32) (hi: f32) (s: R.state): (f32, R.state) =
    let (x, s) = R.next s in (lo + (hi - lo) * f32.u32 (x & 0xffff) / 65536, s)
  def many (n: i64) (s: R.state): [n]f32 =
    (loop (out, s) = (replicate n 0f32, s) for i < n do
       let (x, s) = uniform 0 1 s in (out with [i] = x, s)).0
}
module d = dist lcg
entry main (s: u32) (n: i64) = d.many n (lcg.seed s)
