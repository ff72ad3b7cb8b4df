-- Ordinary differential equations for many starts at once, each with steps of its own size: an embedded Runge-Kutta pair
-- over any vector space given as a module, events where a trajectory crosses a line, and adaptive quadrature by a work list.

module type space = {
  type v
  val zero: v
  val add: v -> v -> v
  val scale: f64 -> v -> v
  val size: v -> f64
}

module pair = {
  type v = (f64, f64)
  def zero: v = (0, 0)
  def add ((a, b): v) ((c, d): v): v = (a + c, b + d)
  def scale k ((a, b): v): v = (k * a, k * b)
  def size ((a, b): v): f64 = f64.max (f64.abs a) (f64.abs b)
}

module vector (N: {val n: i64}) = {
  type v = [N.n]f64
  def zero: v = replicate N.n 0
  def add (a: v) (b: v): v = map2 (+) a b
  def scale (k: f64) (a: v): v = map (* k) a
  def size (a: v): f64 = f64.maximum (map f64.abs a)
}

module solver (S: space) = {
  type report = {steps: i64, rejected: i64, at: f64}
  -- Bogacki and Shampine, third order with a second-order companion.
  def solve (f: f64 -> S.v -> S.v) (tolerance: f64) (t0: f64) (t1: f64) (y0: S.v): (S.v, report) =
    let combine (xs: [4](f64, S.v)): S.v = loop s = S.zero for (k, x) in xs do S.add s (S.scale k x)
    let (y, t, _, steps, rejected) =
      loop (y, t, h, steps, rejected) = (y0, t0, (t1 - t0) / 10, 0, 0) while t < t1 && steps + rejected < 10000 do
        let h = f64.min h (t1 - t)
        let k1 = f t y
        let k2 = f (t + h / 2) (S.add y (S.scale (h / 2) k1))
        let k3 = f (t + 3 * h / 4) (S.add y (S.scale (3 * h / 4) k2))
        let new = S.add y (S.scale h (combine [(2 / 9, k1), (1 / 3, k2), (4 / 9, k3), (0, k1)]))
        let k4 = f (t + h) new
        let error = S.size (S.scale h (combine [(2 / 9 - 7 / 24, k1), (1 / 3 - 1 / 4, k2), (4 / 9 - 1 / 3, k3), (-1 / 8, k4)]))
        let factor = f64.max 0.2 (f64.min 4 (0.9 * f64.cbrt (tolerance / f64.max error 1e-300)))
        in if error <= tolerance then (new, if t + h >= t1 - 1e-14 then t1 else t + h, h * factor, steps + 1, rejected)
           else (y, t, h * factor, steps, rejected + 1)
    in (y, {steps, rejected, at = t})
}

module plane = solver pair
module seven = vector {def n = 7i64}
module chain = solver seven

def van_der_pol (mu: f64) (_: f64) ((x, y): (f64, f64)): (f64, f64) = (y, mu * (1 - x * x) * y - x)

entry oscillators [n] (mus: [n]f64) (tolerance: f64): ([n]f64, [n]f64, [n]i64) =
  let one mu = let ((x, y), r) = plane.solve (van_der_pol mu) tolerance 0 5 (2, 0) in (x, y, r.steps)
  in unzip3 (map one mus)

-- A row of springs; its energy stays nearly the same.
entry springs (n: i64): ([n]f64, [n]f64) =
  let accelerate (_: f64) (y: seven.v): seven.v =
    -- three masses: places, speeds, and a clock
    let at i = if i < 0 || i > 2 then 0 else y[i]
    in tabulate 7 (\i -> if i < 3 then y[i + 3] else if i < 6 then at (i - 4) - 2 * at (i - 3) + at (i - 2) else 1) :> seven.v
  let energy (y: seven.v) =
    let at i = if i < 0 || i > 2 then 0 else y[i]
    in f64.sum (map (\i -> y[i + 3] ** 2 / 2) (iota 3)) + f64.sum (map (\i -> (at i - at (i - 1)) ** 2 / 2) (iota 4))
  let one i =
    let y0 = tabulate 7 (\k -> if k == i % 3 then 1 + f64.i64 i / 10 else 0) :> seven.v
    let (y, _) = chain.solve accelerate 1e-6 0 (1 + f64.i64 (i % 4)) y0
    in (energy y, y[6])
  in unzip (map one (iota n))

-- Intervals that are not good enough are split; the list grows and shrinks.
def integrate (f: f64 -> f64) (tolerance: f64) (a: f64) (b: f64): (f64, i64) =
  let simpson a b = (b - a) / 6 * (f a + 4 * f ((a + b) / 2) + f b)
  let (total, _, count) =
    loop (total, work: [](f64, f64), count) = (0, [(a, b)], 0) while length work > 0 do
      let judged = map (\(a, b) ->
                     let m = (a + b) / 2
                     let (whole, parts) = (simpson a b, simpson a m + simpson m b)
                     in (f64.abs (whole - parts) < 15 * tolerance * (b - a) || b - a < 1e-9, parts + (parts - whole) / 15, a, b)) work
      let (good, bad) = partition (.0) judged
      let halves = flatten (map (\(_, _, a, b) -> [(a, (a + b) / 2), ((a + b) / 2, b)]) bad)
      in (total + f64.sum (map (.1) good), halves, count + length work)
  in (total, count)

entry integrals (n: i64) (tolerance: f64): ([n]f64, [n]i64) =
  unzip (map (\i -> let k = f64.i64 (i + 1)
                    in integrate (\x -> f64.sin (k * x) * f64.exp (-x) + f64.sqrt (f64.abs (x - 0.3))) tolerance 0 (1 + k / 4)) (iota n))

-- ==
-- entry: oscillators
-- input { [0.0f64, 0.5f64, 2.0f64, 5.0f64, 1.5f64] 0.0001f64 }
-- output { [0.5671744913777005f64, -0.071170726037113f64, -1.6196157508400002f64, 0.4047034901583851f64, -1.3404974490387391f64] [1.9170592073920245f64, 2.007157021000716f64, 0.44085599897813343f64, -2.4347465935797774f64, 0.7139630391926935f64] [41i64, 55i64, 80i64, 47i64, 74i64] }

-- ==
-- entry: springs
-- input { 1i64 } output { [0.9999941914045412f64] [1.0f64] }
-- input { 6i64 }
-- output { [0.9999941914045412f64, 1.2099847560938986f64, 1.439977817760955f64, 1.6899687567267048f64, 1.9599897436514722f64, 2.2499828093363066f64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 1.0f64, 2.0f64] }

-- ==
-- entry: integrals
-- input { 1i64 0.001f64 } output { [1.0476333670928226f64] [5i64] }
-- input { 7i64 0.0001f64 }
-- output { [1.045717258632839f64, 1.4679285259890253f64, 1.5618117370231261f64, 1.8192600402744685f64, 2.1159066666868775f64, 2.45568866017025f64, 2.7972307698637566f64] [29i64, 23i64, 15i64, 29i64, 31i64, 37i64, 23i64] }
