-- Independent random streams, one for each sample.
-- ==
-- entry: main
-- input { 1000i64 12345u32 }
-- output { 784i32 }
-- input { 0i64 1u32 }
-- output { 0i32 }

module lcg = {
  type state = u32
  def next (s: state): state = s * 1664525 + 1013904223
  def unit (s: state): f64 = f64.u32 (s >> 8) / 16777216
}

def sample (seed: u32) (i: i64): bool =
  let s0 = seed + u32.i64 i * 2654435761
  let s1 = lcg.next (lcg.next s0)
  let s2 = lcg.next s1
  let (x, y) = (lcg.unit s1, lcg.unit s2)
  in x * x + y * y <= 1

entry main (n: i64) (seed: u32): i32 = map (sample seed >-> i32.bool) (iota n) |> i32.sum
