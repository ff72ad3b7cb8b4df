-- Particle filter, Kalman filter, hidden Markov, k-nearest neighbours with insertion into small sorted arrays.
-- ==
-- entry: resample
-- input { [0.1, 0.2, 0.3, 0.4] 0.01 } output { [0i64, 1i64, 2i64, 3i64] }
-- input { [0.0, 0.0, 1.0, 0.0] 0.1 } output { [2i64, 2i64, 2i64, 2i64] }
-- entry: kalman
-- input { [1.0, 2.0, 3.0, 4.0, 5.0] } output { true }
-- entry: knn
-- input { [[0f32,0f32],[1f32,0f32],[0f32,2f32],[5f32,5f32],[-1f32,-1f32]] [[0.1f32,0f32],[4f32,4f32]] 3i64 } output { [[0,1,4],[3,2,1]] }
-- entry: knn_check
-- random input { [200][3]f32 [20][3]f32 } output { true }
-- entry: track
-- input { 400i64 12i64 } output { true }
-- entry: viterbi
-- input { [0,1,2] } output { [0i64,0i64,1i64] }
def search [n] (cdf: [n]f64) (u: f64): i64 =
  let (lo, _) = loop (lo, hi) = (0, n - 1) while lo < hi do
    let mid = (lo + hi) / 2 in if cdf[mid] >= u then (lo, mid) else (mid + 1, hi)
  in lo
entry resample [n] (w: [n]f64) (u0: f64): [n]i64 =
  let cdf = scan (+) 0 w
  in map (\i -> search cdf ((f64.i64 i + u0 * 1) / f64.i64 n + 0.04)) (iota n)
def lcg (s: u64): u64 = s * 6364136223846793005 + 1442695040888963407
def unit (s: u64): f64 = f64.u64 (s >> 11) / 9007199254740992
def gauss (s: u64): (u64, f64) =
  let s1 = lcg s let s2 = lcg s1
  in (s2, f64.sqrt (-2 * f64.log (1 - unit s1)) * f64.cos (2 * f64.pi * unit s2))
entry track (n: i64) (steps: i64): bool =
  let seeds = map (\i -> lcg (lcg (u64.i64 i * 0x9E3779B97F4A7C15 + 1))) (iota n)
  let xs = replicate n 0f64
  let (_, _, errs) = loop (seeds, xs, errs) = (seeds, xs, replicate steps 0f64) for t < steps do
    let truth = f64.i64 (t + 1) * 0.5
    let (seeds, noise) = unzip (map gauss seeds)
    let moved = map2 (\x e -> x + 0.5 + 0.2 * e) xs noise
    let w = map (\x -> f64.exp (-0.5 * ((x - truth) / 0.3) ** 2)) moved
    let total = f64.sum w
    let w = map (/ total) w
    let est = f64.sum (map2 (*) w moved)
    let cdf = scan (+) 0 w
    let u0 = unit seeds[0]
    let is = map (\i -> search cdf ((f64.i64 i + u0) / f64.i64 n)) (iota n)
    in (seeds, map (\i -> moved[i]) is, errs with [t] = f64.abs (est - truth))
  in f64.maximum errs < 0.2
type m2 = [2][2]f64
def mm (a: m2) (b: m2): m2 = map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
def madd (a: m2) (b: m2): m2 = map2 (map2 (+)) a b
entry kalman [n] (zs: [n]f64): bool =
  let F: m2 = [[1, 1], [0, 1]]
  let Q: m2 = [[0.01, 0], [0, 0.01]]
  let (x, v, _) = loop (x, v, P) = (0, 0, [[100, 0], [0, 100]]) for z in zs do
    let (xp, vp) = (x + v, v)
    let P = madd (mm (mm F P) (transpose F)) Q
    let s = P[0, 0] + 0.1
    let k = [P[0, 0] / s, P[1, 0] / s]
    let y = z - xp
    let IKH = [[1 - k[0], 0], [-k[1], 1]]
    in (xp + k[0] * y, vp + k[1] * y, mm IKH P)
  in f64.abs (x - 5) < 0.1 && f64.abs (v - 1) < 0.1
def insert [k] (best: *[k](f32, i32)) (d: f32) (i: i32): *[k](f32, i32) =
  let (best, _, _) = loop (best, d, i) = (best, d, i) for j < k do
    let (bd, bi) = best[j]
    in if d < bd then (best with [j] = (d, i), bd, bi) else (best, d, i)
  in best
entry knn [n][m][dim] (refs: [n][dim]f32) (qs: [m][dim]f32) (k: i64): [m][k]i32 =
  map (\q ->
    let best = loop best = replicate k (f32.inf, -1) for j < n do
      let d = f32.sum (map2 (\a b -> (a - b) ** 2) q refs[j])
      in insert best d (i32.i64 j)
    in map (.1) best) qs
entry knn_check [n][m] (refs: [n][3]f32) (qs: [m][3]f32): bool =
  let r = knn refs qs 5
  let dist q i = f32.sum (map2 (\a b -> (a - b) ** 2) q refs[i])
  in and (map2 (\q is -> let far = dist q (i64.i32 is[4])
                         in i64.sum (map (\j -> i64.bool (dist q j < far)) (iota n)) == 4
                            && and (map (\t -> dist q (i64.i32 is[t]) <= dist q (i64.i32 is[t+1])) (iota 4))) qs r)
entry viterbi [t] (obs: [t]i32): [t]i64 =
  let start: [2]f64 = [0.6, 0.4]
  let trans: [2][2]f64 = [[0.7, 0.3], [0.4, 0.6]]
  let emit: [2][3]f64 = [[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]]
  let argmax (xs: [2]f64) = if xs[0] >= xs[1] then 0i64 else 1
  let (v, back) = loop (v, back) = (map2 (\s e -> f64.log s + f64.log e[obs[0]]) start emit, replicate t (replicate 2 0i64)) for k in 1..<t do
    let cand = map (\j -> map2 (\x row -> x + f64.log row[j]) v trans) (iota 2)
    let choice = map argmax cand
    in (map3 (\c ch e -> c[ch] + f64.log e[obs[k]]) cand choice emit, back with [k] = choice)
  let path = replicate t 0 with [t-1] = argmax v
  in loop path for k in t-1..t-2..>0 do path with [k-1] = back[k, path[k]]
