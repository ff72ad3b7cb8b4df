-- Contracts on several underlyings by quasi-random Monte Carlo, in the style of a pricing engine of a bank:
-- Sobol numbers in chunks (one independent, the others by recurrence), inverse Gaussian, Brownian bridge by tables,
-- correlated Black-Scholes paths for several market scenarios at once, and payoffs by contract number.

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

def poly (cs: [8]f64) (x: f64): f64 = foldr (\c acc -> c + x * acc) 0 cs

def small_case (q: f64): f64 =
  let x = 0.180625 - q * q
  in q * poly [3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
               45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727] x
       / poly [1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
               39307.89580009271061, 28729.085735721942674, 5226.495278852545925] x

def intermediate (r: f64): f64 =
  let x = r - 1.6
  in poly [1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
           1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4] x
   / poly [1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
           0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9] x

def far_tail (r: f64): f64 =
  let x = r - 5
  in poly [6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
           0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7] x
   / poly [1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
           1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15] x

def inverse_gaussian (p: f64): f64 =
  let dp = p - 0.5
  in if f64.abs dp <= 0.425 then small_case dp
     else let pp = if dp < 0 then dp + 0.5 else 0.5 - dp
          let r = f64.sqrt (-(f64.log pp))
          let x = if r <= 5 then intermediate r else far_tail r
          in if dp < 0 then -x else x

-- The bridge's tables: which step is set when, from which neighbours, with which weights.
type bridge [n] = {target: [n]i64, left: [n]i64, right: [n]i64, lw: [n]f64, rw: [n]f64, sd: [n]f64}

def make_bridge (n: i64): bridge [n] =
  let time i = f64.i64 (i + 1)
  let target = replicate n 0 with [0] = n - 1
  let (left, right) = (replicate n 0 with [0] = -1, replicate n 0 with [0] = -1)
  let (lw, rw) = (replicate n 0, replicate n 0)
  let sd = replicate n 0 with [0] = f64.sqrt (time (n - 1))
  -- halves of halves, breadth first, in a queue of intervals (from, to] whose ends are set
  let queue = replicate (2 * n + 2) (-1i64, n - 1)
  let (b, _, _, _, _) =
    loop (b, queue, front, back, next) = ({target, left, right, lw, rw, sd}, queue, 0i64, 1i64, 1i64) while next < n do
      let (l, r) = queue[front]
      in if r - l <= 1 then (b, queue, front + 1, back, next)
         else let mid = (l + r) / 2
              let (tl, tm, tr) = (if l < 0 then 0 else time l, time mid, time r)
              let {target, left, right, lw, rw, sd} = b
              let b = {target = target with [next] = mid, left = left with [next] = l, right = right with [next] = r,
                       lw = lw with [next] = (tr - tm) / (tr - tl),
                       rw = rw with [next] = (tm - tl) / (tr - tl),
                       sd = sd with [next] = f64.sqrt ((tm - tl) * (tr - tm) / (tr - tl))}
              let queue = queue with [back] = (l, mid) with [back + 1] = (mid, r)
              in (b, queue, front + 1, back + 2, next + 1)
  in b

def brownian_bridge [dates][und] (b: bridge [dates]) (gauss: [dates * und]f64): [dates][und]f64 =
  let per_underlying (z: [dates]f64): [dates]f64 =
    let path = loop w = replicate dates 0 for i < dates do
      let from = if b.left[i] < 0 then 0 else w[b.left[i]]
      let value = if i == 0 then b.sd[0] * z[0]
                  else b.lw[i] * from + b.rw[i] * w[b.right[i]] + b.sd[i] * z[i]
      in w with [b.target[i]] = value
    in map (\j -> if j == 0 then path[0] else path[j] - path[j - 1]) (iota dates)
  in transpose (map per_underlying (transpose (unflatten gauss)))

type market [dates][und] = {vols: [dates][und]f64, drifts: [dates][und]f64, corr: [und][und]f64, start: [und]f64, discounts: [dates]f64}

def black_scholes [dates][und] (m: market [dates][und]) (increments: [dates][und]f64): [dates][und]f64 =
  let correlated = map (\zs -> map (\(row, i) -> f64.sum (map3 (\c z j -> if j <= i then c * z else 0) row zs (iota und)))
                                   (zip m.corr (iota und)))
                       increments
  let steps = map3 (map3 (\v d z -> f64.exp (v * z + d))) m.vols m.drifts correlated
  in map (map2 (*) m.start) (scan (map2 (*)) (replicate und 1) steps)

type contract = #vanilla f64 | #basket_floor {strike: f64, at: i64} | #worst_of {barrier: f64, coupon: f64}

def payoff [dates][und] (c: contract) (m: market [dates][und]) (path: [dates][und]f64): f64 =
  match c
  case #vanilla strike ->
    f64.max 0 (path[dates - 1, 0] - strike) * m.discounts[dates - 1]
  case #basket_floor {strike, at} ->
    let mean = f64.sum path[at] / f64.i64 und
    in f64.max strike mean * m.discounts[at]
  case #worst_of {barrier, coupon} ->
    let worst = map (\row -> f64.minimum (map2 (/) row m.start)) path
    let (_, hit) = reduce (\(b1, i1) (b2, i2) -> if b1 then (b1, i1) else (b2, i2)) (false, dates - 1)
                          (zip (map (>= barrier) worst) (iota dates))
    in if worst[hit] >= barrier
       then (1 + coupon * f64.i64 (hit + 1)) * m.discounts[hit]
       else f64.min 1 worst[dates - 1] * m.discounts[dates - 1]

def contract_of (k: i32): contract =
  if k == 1 then #vanilla 100
  else if k == 2 then #basket_floor {strike = 95, at = 1}
  else #worst_of {barrier = 1.02, coupon = 0.05}

def run [d][bits][scenarios] (dirs: [d][bits]i32) (n: i64) (chunk: i64) (dates: i64) (und: i64) (c: contract)
                             (ms: [scenarios]market [dates][und]): [scenarios]f64 =
  let dirs = dirs :> [dates * und][bits]i32
  let fraction = 1 / f64.i64 (1 << bits)
  let b = make_bridge dates
  let chunks = n / chunk
  let one (c0: i64): [scenarios]f64 =
    let numbers = sobol_chunk dirs (c0 * chunk) chunk
    let prices (v: [dates * und]i32): [scenarios]f64 =
      let gauss = map (\x -> inverse_gaussian (f64.i32 x * fraction)) v
      let w = brownian_bridge b gauss
      in map (\m -> payoff c m (black_scholes m w)) ms
    in reduce (map2 (+)) (replicate scenarios 0) (map prices numbers)
  let sums = map one (iota chunks) |> reduce_comm (map2 (+)) (replicate scenarios 0)
  in map (/ f64.i64 (chunks * chunk)) sums

def direction_numbers (d: i64) (bits: i64): [d][bits]i32 =
  -- primitive polynomials with their degrees, and odd starts
  let polys = [0i32, 3, 7, 11, 13, 19, 25, 37, 41, 47]
  let row i =
    if i == 0 then map (\b -> 1i32 << i32.i64 (bits - 1 - b)) (iota bits)
    else let p = polys[i]
         let s = 31 - i64.i32 (i32.clz p)
         let m0 = tabulate bits (\k -> if k < s then (2 * i32.i64 ((i * 7 + k * 3) % (1 << k)) + 1) << i32.i64 (bits - 1 - k) else 0)
         in loop v = m0 for k in s..<bits do
              let x = v[k - s] ^ (v[k - s] >> i32.i64 s)
              let x = loop x for j in 1..<s do
                        if (p >> i32.i64 (s - j)) & 1 == 1 then x ^ v[k - j] else x
              in v with [k] = x
  in map row (iota d)

def scenario (dates: i64) (und: i64) (bump: f64): market [dates][und] =
  let vol i = 0.15 + 0.05 * f64.i64 i + bump
  let rho = 0.3
  in {vols = replicate dates (map vol (iota und)),
      drifts = replicate dates (map (\i -> 0.02 - vol i * vol i / 2) (iota und)),
      corr = tabulate_2d und und (\i j -> if i == j then (if i == 0 then 1 else f64.sqrt (1 - rho * rho)) else if j == 0 then rho else 0),
      start = map (\i -> 100 + 2 * f64.i64 i) (iota und),
      discounts = map (\t -> f64.exp (-0.02 * f64.i64 (t + 1))) (iota dates)}

entry price (kind: i32) (n: i64) (chunk: i64) (dates: i64) (und: i64) (bumps: []f64): []f64 =
  run (direction_numbers (dates * und) 30) n chunk dates und (contract_of kind) (map (scenario dates und) bumps)

entry bridge_table (n: i64): ([n]i64, [n]i64, [n]i64, [n]f64) =
  let b = make_bridge n in (b.target, b.left, b.right, b.sd)

-- ==
-- entry: price
-- input { 1i32 64i64 16i64 1i64 1i64 [0.0f64] } output { [6.551318423277496f64] }
-- input { 2i32 64i64 8i64 3i64 2i64 [0.0f64, 0.01f64] } output { [103.11533512324236f64, 103.39326156838386f64] }
-- input { 3i32 200i64 32i64 3i64 3i64 [0.0f64, 0.02f64, 0.05f64] }
-- output { [0.7666273092200361f64, 0.7456073875673694f64, 0.7138679768093211f64] }
-- input { 1i32 96i64 32i64 5i64 2i64 [0.1f64] } output { [24.99238779180889f64] }

-- ==
-- entry: bridge_table
-- input { 6i64 }
-- output { [5i64, 2i64, 0i64, 3i64, 1i64, 4i64] [-1i64, -1i64, -1i64, 2i64, 0i64, 3i64] [-1i64, 5i64, 2i64, 5i64, 2i64, 5i64] [2.449489742783178f64, 1.224744871391589f64, 0.816496580927726f64, 0.816496580927726f64, 0.7071067811865476f64, 0.7071067811865476f64] }
