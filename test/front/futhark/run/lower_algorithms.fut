-- Algorithms: factorisation, sorting, transforms, dynamic programming, bodies in motion.
-- ==
-- entry: lu
-- input { [[2f32,1f32],[4f32,5f32]] } output { [[2.0f32, 1.0f32], [2.0f32, 3.0f32]] }
-- ==
-- entry: radix
-- input { [5u32,3u32,4000000000u32,1u32] } output { [1u32, 3u32, 5u32, 4000000000u32] }
-- ==
-- entry: dftr
-- input { [1.0,2.0,3.0,4.0] } output { [100.0f64, 8.0f64, 4.0f64, 8.0f64] }
-- ==
-- entry: knap
-- input { [1i64,3i64,4i64] [15,20,30] 4i64 } output { 35i32 }
-- ==
-- entry: lcs
-- input { [97u8,98u8,99u8,100u8] [98u8,100u8] } output { 2i64 }
-- ==
-- entry: nbody
-- input { 3i64 2 } output { [3.0f64, 996.0f64, 1999.0f64] }

-- LU, in place
entry lu [n] (a: *[n][n]f32): [n][n]f32 =
  loop a for k < n do
    let a = loop a for i in (k+1)..<n do a with [i, k] = a[i, k] / a[k, k]
    in loop a for i in (k+1)..<n do loop a for j in (k+1)..<n do a with [i, j] = a[i, j] - a[i, k] * a[k, j]
-- radix sort
def radix_step [n] (xs: [n]u32) (b: i32): [n]u32 =
  let bits = map (\x -> i64.u32 ((x >> u32.i32 b) & 1)) xs
  let neg = map (1 -) bits
  let offs = scan (+) 0 neg
  let zeros = if n > 0 then offs[n-1] else 0
  let ones = scan (+) 0 bits
  let is = map3 (\b o z -> if b == 0 then z - 1 else zeros + o - 1) bits ones offs
  in scatter (copy xs) is xs
entry radix [n] (xs: [n]u32): [n]u32 = loop xs for i < 32 do radix_step xs i
-- fft-like recursion over loop with pairs
type complex = (f64, f64)
def cadd (a: complex) (b: complex): complex = (a.0 + b.0, a.1 + b.1)
def csub (a: complex) (b: complex): complex = (a.0 - b.0, a.1 - b.1)
def cmul (a: complex) (b: complex): complex = (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
def dft [n] (xs: [n]complex): [n]complex =
  map (\k -> reduce cadd (0, 0) (map (\j -> let t = -2 * f64.pi * f64.i64 (j * k) / f64.i64 n in cmul xs[j] (f64.cos t, f64.sin t)) (iota n))) (iota n)
entry dftr [n] (xs: [n]f64) = dft (map (\x -> (x, 0)) xs) |> map (\(a, b) -> f64.round (a * a + b * b))
-- knapsack dp
entry knap [n] (w: [n]i64) (v: [n]i32) (cap: i64): i32 =
  let best = loop best = replicate (cap + 1) 0i32 for i < n do
    map (\c -> if c >= w[i] then i32.max best[c] (best[c - w[i]] + v[i]) else best[c]) (iota (cap + 1))
  in best[cap]
-- in place dp with 2 arrays
entry lcs [n][m] (a: [n]u8) (b: [m]u8): i64 =
  let t = loop t = replicate (n + 1) (replicate (m + 1) 0i64) for i < n do
    loop t for j < m do
      let v = if a[i] == b[j] then t[i, j] + 1 else i64.max t[i+1, j] t[i, j+1]
      in t with [i+1, j+1] = v
  in t[n, m]
-- nbody
type body = {pos: {x: f64, y: f64}, vel: {x: f64, y: f64}, mass: f64}
def accel (bs: []body) (b: body) = reduce (\a c -> {x = a.x + c.x, y = a.y + c.y}) {x = 0f64, y = 0f64} (map (\o: {x: f64, y: f64} -> let dx = o.pos.x - b.pos.x let dy = o.pos.y - b.pos.y let d = f64.sqrt (dx*dx + dy*dy + 0.01) in {x = o.mass * dx / (d*d*d), y = o.mass * dy / (d*d*d)}) bs)
def stepb (dt: f64) (bs: []body): []body = map (\b -> let a = accel bs b in b with vel.x = b.vel.x + dt * a.x with vel.y = b.vel.y + dt * a.y with pos.x = b.pos.x + dt * b.vel.x with pos.y = b.pos.y + dt * b.vel.y) bs
entry nbody (n: i64) (k: i32) = let bs = map (\i -> {pos = {x = f64.i64 i, y = f64.i64 (i * i)}, vel = {x = 0, y = 0}, mass = 1f64}) (iota n) let r = loop bs for _i < k do stepb 0.1 bs in map (\b -> f64.floor (b.pos.x * 1000)) r
