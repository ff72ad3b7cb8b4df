-- Option pricing by quasi-random Monte Carlo: Sobol numbers in chunks (one independent, the others by recurrence), inverse
-- Gaussian, Brownian bridge by tables, correlated Black-Scholes paths, and the payoff of an option on the worst of them.

def grey (x: i32): i32 = (x >> 1) ^ x
def test_bit (n: i32) (ind: i32): bool = let t = 1 << ind in (n & t) == t

def sobol_independent [num_dims][num_bits] (dirs: [num_dims][num_bits]i32) (n: i32): [num_dims]i32 =
  let gray = grey n
  let xor_row (row: [num_bits]i32): i32 =
    let (_, res) = loop (i, acc) = (0i32, 0i32) while i < i32.i64 num_bits do
      let acc = if test_bit gray i then acc ^ row[i] else acc
      in (i + 1, acc)
    in res
  in map xor_row dirs

def index_of_lowest_zero (num_bits: i64) (n: i32): i32 =
  let (_, goon, i) = loop (n, go, i) = (n, true, 0i32) while go && i < i32.i64 num_bits do
    if n % 2 == 1 then (n / 2, true, i + 1) else (n, false, i)
  in if goon then 0 else i

def sobol_recurrent [num_dims][num_bits] (dirs: [num_dims][num_bits]i32) (x: [num_dims]i32) (n: i32): [num_dims]i32 =
  let bit = index_of_lowest_zero num_bits n
  in map2 (\row prev -> row[bit] ^ prev) dirs x

-- Numbers first..first+chunk-1 of the sequence: a scan by xor over direction numbers.
def sobol_chunk [d][b] (dirs: [d][b]i32) (first: i64) (chunk: i64): [chunk][d]i32 =
  let contribution (k: i64): [d]i32 =
    if k == 0 then sobol_independent dirs (i32.i64 first + 1)
    else let bit = index_of_lowest_zero b (i32.i64 (first + k))
         in map (\row -> row[bit]) dirs
  in scan (map2 (^)) (replicate d 0) (map contribution (iota chunk))

def poly (cs: [8]f32) (x: f32): f32 = foldr (\c acc -> c + x * acc) 0 cs

def small_case (q: f32): f32 =
  let x = 0.180625 - q * q
  in q * poly [3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
               45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727] x
       / poly [1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
               39307.89580009271061, 28729.085735721942674, 5226.495278852545925] x

def intermediate (r: f32): f32 =
  let x = r - 1.6
  in poly [1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
           1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4] x
   / poly [1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
           0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9] x

def far_tail (r: f32): f32 =
  let x = r - 5
  in poly [6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
           0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7] x
   / poly [1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
           1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15] x

def inverse_gaussian (p: f32): f32 =
  let dp = p - 0.5
  in if f32.abs dp <= 0.425 then small_case dp
     else let pp = if dp < 0 then dp + 0.5 else 0.5 - dp
          let r = f32.sqrt (-(f32.log pp))
          let x = if r <= 5 then intermediate r else far_tail r
          in if dp < 0 then -x else x

-- The bridge's tables: which step is set when, from which neighbours, with which weights.
type bridge [n] = {target: [n]i64, left: [n]i64, right: [n]i64, lw: [n]f32, rw: [n]f32, sd: [n]f32}

def make_bridge (n: i64): bridge [n] =
  let time i = f32.i64 (i + 1)
  -- halves of halves, breadth first, in a queue of intervals (from, to] whose ends are set
  let (target, left, right, lw, rw, sd, _, _, _, _) =
    loop (target, left, right, lw, rw, sd, queue, front, back, next) =
      (replicate n 0 with [0] = n - 1, replicate n (-1), replicate n (-1), replicate n 0, replicate n 0,
       replicate n 0 with [0] = f32.sqrt (time (n - 1)), replicate (2 * n + 2) (-1i64, n - 1), 0i64, 1i64, 1i64)
    while next < n do
      let (l, r) = queue[front]
      in if r - l <= 1 then (target, left, right, lw, rw, sd, queue, front + 1, back, next)
         else let mid = (l + r) / 2
              let (tl, tm, tr) = (if l < 0 then 0 else time l, time mid, time r)
              in (target with [next] = mid, left with [next] = l, right with [next] = r,
                  lw with [next] = (tr - tm) / (tr - tl),
                  rw with [next] = (tm - tl) / (tr - tl),
                  sd with [next] = f32.sqrt ((tm - tl) * (tr - tm) / (tr - tl)),
                  queue with [back] = (l, mid) with [back + 1] = (mid, r), front + 1, back + 2, next + 1)
  in {target, left, right, lw, rw, sd}

def brownian_bridge [dates][und] (b: bridge [dates]) (gauss: [dates * und]f32): [dates][und]f32 =
  let per_underlying (z: [dates]f32): [dates]f32 =
    let path = loop w = replicate dates 0 for i < dates do
      let from = if b.left[i] < 0 then 0 else w[b.left[i]]
      let value = if i == 0 then b.sd[0] * z[0]
                  else b.lw[i] * from + b.rw[i] * w[b.right[i]] + b.sd[i] * z[i]
      in w with [b.target[i]] = value
    in map (\j -> if j == 0 then path[0] else path[j] - path[j - 1]) (iota dates)
  in transpose (map per_underlying (transpose (unflatten gauss)))

type market [dates][und] = {vols: [dates][und]f32, drifts: [dates][und]f32, corr: [und][und]f32, start: [und]f32, discounts: [dates]f32}

def black_scholes [dates][und] (m: market [dates][und]) (increments: [dates][und]f32): [dates][und]f32 =
  let correlated = map (\zs -> map (\(row, i) -> f32.sum (map3 (\c z j -> if j <= i then c * z else 0) row zs (iota und)))
                                   (zip m.corr (iota und)))
                       increments
  let steps = map3 (map3 (\v d z -> f32.exp (v * z + d))) m.vols m.drifts correlated
  in map (map2 (*) m.start) (scan (map2 (*)) (replicate und 1) steps)

-- What an option pays that ends when the worst of its underlyings stands high enough.
def payoff [dates][und] (m: market [dates][und]) (path: [dates][und]f32): f32 =
  let worst = map (\row -> f32.minimum (map2 (/) row m.start)) path
  let (_, hit) = reduce (\(b1, i1) (b2, i2) -> if b1 then (b1, i1) else (b2, i2)) (false, dates - 1)
                        (zip (map (>= 1.02) worst) (iota dates))
  in if worst[hit] >= 1.02 then (1 + 0.05 * f32.i64 (hit + 1)) * m.discounts[hit]
     else f32.min 1 worst[dates - 1] * m.discounts[dates - 1]

-- Direction numbers with odd, otherwise arbitrary starts: any of them fill the unit cube evenly in each dimension.
def direction_numbers (d: i64) (bits: i64): [d][bits]i32 =
  tabulate_2d d bits (\i b ->
    let x = u32.i64 (i * 64 + b) * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let start = if i == 0 then 1 else 2 * i32.u32 ((x >> 2) % (1 << u32.i64 b)) + 1
    in start << i32.i64 (bits - 1 - b))

def market_of (dates: i64) (und: i64): market [dates][und] =
  let vol i = (0.15 + 0.05 * f32.i64 i) / 16
  let rho = 0.3
  in {vols = replicate dates (map vol (iota und)),
      drifts = replicate dates (map (\i -> 0.0001 - vol i * vol i / 2) (iota und)),
      corr = tabulate_2d und und (\i j -> if i == j then (if i == 0 then 1 else f32.sqrt (1 - rho * rho)) else if j == 0 then rho else 0),
      start = map (\i -> 100 + 2 * f32.i64 i) (iota und),
      discounts = map (\t -> f32.exp (-0.0001 * f32.i64 (t + 1))) (iota dates)}

-- ==
-- nobench input { 64i64 16i64 5i64 3i64 } output { 0.9836976f32 }
-- input { 131072i64 32i64 367i64 3i64 }
entry main (n: i64) (chunk: i64) (dates: i64) (und: i64): f32 =
  let bits = 30
  let dirs = direction_numbers (dates * und) bits
  let fraction = 1 / f32.i64 (1 << bits)
  let b = make_bridge dates
  let m = market_of dates und
  let one (c: i64): f32 =
    let price (v: [dates * und]i32): f32 =
      let gauss = map (\x -> inverse_gaussian (f32.i32 x * fraction)) v
      in payoff m (black_scholes m (brownian_bridge b gauss))
    in f32.sum (map price (sobol_chunk dirs (c * chunk) chunk))
  in f32.sum (map one (iota (n / chunk))) / f32.i64 n
