-- Sobol numbers, with direction vectors as a parameter, and top-level arrays that need each other.
-- ==
-- entry: points
-- input { 6i64 } output { [[0.0f64, 0.0f64, 0.0f64, 0.0f64], [0.5f64, 0.5f64, 0.5f64, 0.5f64], [0.75f64, 0.25f64, 0.25f64, 0.25f64], [0.25f64, 0.75f64, 0.75f64, 0.75f64], [0.375f64, 0.375f64, 0.625f64, 0.875f64], [0.875f64, 0.875f64, 0.125f64, 0.375f64]] }

-- ==
-- entry: pi_arcs
-- input { 200i64 } output { 3.18f64 }

-- ==
-- entry: one
-- input { 13 } output { [3489660928u32, 2952790016u32, 3489660928u32, 268435456u32] }

module type sobol_dir = { val n: i64 val a: [n]u32 val s: [n]i32 val m: [n][8]u32 }
module type sobol = {
  val D: i64
  val norm: f64
  val independent: i32 -> [D]u32
  val sobol: (n: i64) -> [n][D]f64
}
module Sobol (DM: sobol_dir) (X: { val D: i64 }): sobol = {
  def D = X.D
  def L = 32i64
  def index_of_least_significant_0 (x: i32): i32 =
    (loop i = 0 while i < 32 && ((x >> i) & 1) != 0 do i + 1)
  def norm = 2.0 ** f64.i64 L
  def grayCode (x: i32): i32 = (x >> 1) ^ x
  def testBit (n: i32) (ind: i32): bool = let t = (1 << ind) in (n & t) == t
  def dirvec (j: i64): [L]u32 = if j == 0 then
    map (\i -> 1u32 << (u32.i64 (L - (i + 1)))) (iota L)
  else
    let s = DM.s[j - 1]
    let a = DM.a[j - 1]
    let V = map (\i -> if i >= i64.i32 s then 0u32 else DM.m[j - 1, i] << (u32.i64 L - u32.i64 (i + 1))) (iota L)
    in (loop V for i' < i32.i64 L - s do
          let i = i64.i32 (i' + s)
          let v = V[i - i64.i32 s]
          let vi0 = v ^ (v >> u32.i32 s)
          let vi = loop vi = vi0 for k' < s - 1 do
            let k = k' + 1
            in vi ^ (((a >> u32.i32 (s - 1 - k)) & 1u32) * V[i - i64.i32 k])
          in V with [i] = vi)
  def index_dirvecs: [D][L]u32 = map dirvec (iota D)
  def independent (i: i32): [D]u32 =
    map (\vs -> reduce (^) 0u32 (map2 (\b v -> if testBit (grayCode i) (i32.i64 b) then v else 0u32) (iota L) vs)) index_dirvecs
  def recursive (i: i32) (V: [D]u32): [D]u32 =
    map2 (\v vs -> v ^ vs[i64.i32 (index_of_least_significant_0 i)]) V index_dirvecs
  def chunk (i: i32) (n: i64): [n][D]u32 =
    let start = independent i
    in if n == 0 then map (\_ -> start) (iota n) else
       (loop (acc, cur) = (replicate n start, start) for k < n - 1 do
         let next = recursive (i32.i64 k + i) cur
         in (acc with [k + 1] = next, next)).0
  def sobol (n: i64): [n][D]f64 = map (map (\x -> f64.u32 x / norm)) (chunk 0 n)
}
module Red (S: sobol) (X: { type t val ne: t val op: t -> t -> t val f: [S.D]f64 -> t }) = {
    def run (n: i64): X.t = reduce X.op X.ne (map (\i -> X.f (map (\x -> f64.u32 x / S.norm) (S.independent (i32.i64 i)))) (iota n))
  }
module dirs = {
  def n = 3i64
  def a: [n]u32 = sized n [0, 1, 1]
  def s: [n]i32 = sized n [1,2,3]
  def m: [n][8]u32 = sized n [[1,0,0,0,0,0,0,0],[1,3,0,0,0,0,0,0],[1,3,1,0,0,0,0,0]]
}
module s2 = Sobol dirs { def D = 2i64 }
module s4 = Sobol dirs { def D = 4i64 }
module pi = Red s2 { type t = i64 def ne = 0i64 def op = (i64.+) def f (v: [s2.D]f64) = if v[0] * v[0] + v[1] * v[1] < 1 then 1i64 else 0 }
entry points (n: i64) = s4.sobol n
entry pi_arcs (n: i64) = 4 * f64.i64 (pi.run n) / f64.i64 n
entry one (i: i32) = s4.independent i
