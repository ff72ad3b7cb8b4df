-- Random numbers: engines with abstract state, and distributions over any engine.
-- ==
-- entry: standard
-- input { 42u32 6i64 }
-- output { [2027382u32, 1226992407u32, 551494037u32, 961371815u32, 1404753842u32, 2076553157u32] }

-- ==
-- entry: shift
-- input { 2463534242u32 6i64 }
-- output { [5i32, -4i32, -2i32, -5i32, 4i32, -2i32] }

-- ==
-- entry: units
-- input { 1u32 4i64 }
-- output { [2.247793602056609e-05f64, 0.08503244918308449f64, 0.6013526055974444f64, 0.8916112774904922f64] }

module type engine = {
  type rng
  val from_seed: u32 -> rng
  val next: rng -> (rng, u32)
  val largest: u32
}

module minimal_standard: engine = {
  type rng = u64
  def from_seed (s: u32): rng = u64.u32 s
  def next (r: rng): (rng, u32) =
    let r = r * 48271 % 2147483647
    in (r, u32.u64 r)
  def largest = 2147483646u32
}

module xorshift: engine = {
  type rng = {state: u32}
  def from_seed (s: u32): rng = {state = s}
  def next ({state}: rng): (rng, u32) =
    let x = state ^ (state << 13)
    let x = x ^ (x >> 17)
    let x = x ^ (x << 5)
    in ({state = x}, x)
  def largest = u32.highest
}

module uniform (E: engine) = {
  module engine = E
  def rand (lo: i32, hi: i32) (r: E.rng): (E.rng, i32) =
    let (r, x) = E.next r
    in (r, lo + i32.u32 (x % u32.i32 (hi - lo + 1)))
  def unit (r: E.rng): (E.rng, f64) =
    let (r, x) = E.next r
    in (r, f64.u32 x / f64.u32 E.largest)
}

def sequence 'r 'a (n: i64) (dummy: a) (next: r -> (r, a)) (r: r): [n]a =
  let xs = replicate n dummy
  in (loop (xs, r) for i < n do
        let (r, x) = next r
        in (xs with [i] = x, r)).0

module u1 = uniform minimal_standard
module u2 = uniform xorshift

entry standard (seed: u32) (n: i64): [n]u32 =
  sequence n 0 u1.engine.next (u1.engine.from_seed seed)
entry shift (seed: u32) (n: i64): [n]i32 =
  sequence n 0 (u2.rand (-5, 5)) (xorshift.from_seed seed)
entry units (seed: u32) (n: i64): [n]f64 = sequence n 0 u1.unit (minimal_standard.from_seed seed)
