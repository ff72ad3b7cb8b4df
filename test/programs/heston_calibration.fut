-- A stochastic volatility model fitted to quotes: complex arithmetic as a parametric module, prices by an integral of
-- the characteristic function, and differential evolution with a random number engine in the style of a library.

module type engine = {
  module int: integral
  type rng
  val from_seed: i64 -> rng
  val rand: rng -> (rng, int.t)
  val split: (n: i64) -> rng -> [n]rng
  val join: (n: i64) -> [n]rng -> rng
  val highest: int.t
}

module congruential (T: integral) (P: {val a: T.t val c: T.t val m: T.t}): engine with int.t = T.t = {
  module int = T
  type rng = T.t
  def rand (x: rng): (rng, T.t) =
    let y = (P.a T.* x T.+ P.c) T.% P.m
    in (y, y)
  def from_seed (s: i64): rng = (rand (rand (T.i64 (s * 7919 + 17) T.% P.m)).0).0
  def split (n: i64) (x: rng): [n]rng = map (\i -> (rand ((x T.+ T.i64 (i * 1013 + 7)) T.% P.m)).0) (iota n)
  def join (n: i64) (xs: [n]rng): rng = reduce (\a b -> (a T.+ b) T.% P.m) (T.i64 0) xs
  def highest = P.m T.- T.i64 1
}

module uniform_real (R: real) (E: engine) = {
  type range = (R.t, R.t)
  def rand ((low, high): range) (g: E.rng): (E.rng, R.t) =
    let (g, x) = E.rand g
    in (g, low R.+ (R.i64 (E.int.to_i64 x) R./ R.i64 (E.int.to_i64 E.highest)) R.* (high R.- low))
}

module uniform_int (D: integral) (E: engine) = {
  def rand (low: D.t, high: D.t) (g: E.rng): (E.rng, D.t) =
    let (g, x) = E.rand g
    in (g, low D.+ (D.i64 (E.int.to_i64 x)) D.% (high D.- low D.+ D.i64 1))
}

module minstd = congruential u64 {def a = 48271u64 def c = 0u64 def m = 2147483647u64}
module real_rand = uniform_real f64 minstd
module int_rand = uniform_int i64 minstd

module mk_complex (R: real) = {
  type complex = {re: R.t, im: R.t}
  def mk (re: R.t) (im: R.t): complex = {re, im}
  def real (x: R.t): complex = {re = x, im = R.i64 0}
  def (a: complex) + (b: complex) = mk (a.re R.+ b.re) (a.im R.+ b.im)
  def (a: complex) - (b: complex) = mk (a.re R.- b.re) (a.im R.- b.im)
  def (a: complex) * (b: complex) = mk (a.re R.* b.re R.- a.im R.* b.im) (a.re R.* b.im R.+ a.im R.* b.re)
  def (a: complex) / (b: complex) =
    let d = b.re R.* b.re R.+ b.im R.* b.im
    in mk ((a.re R.* b.re R.+ a.im R.* b.im) R./ d) ((a.im R.* b.re R.- a.re R.* b.im) R./ d)
  def mag (a: complex) = R.sqrt (a.re R.* a.re R.+ a.im R.* a.im)
  def arg (a: complex) = R.atan2 a.im a.re
  def exp (a: complex) = let e = R.exp a.re in mk (e R.* R.cos a.im) (e R.* R.sin a.im)
  def log (a: complex) = mk (R.log (mag a)) (arg a)
  def sqrt (a: complex) = let r = R.sqrt (mag a) let t = arg a R./ R.i64 2 in mk (r R.* R.cos t) (r R.* R.sin t)
}

module c64 = mk_complex f64
type complex = c64.complex

type parameters = {kappa: f64, theta: f64, sigma: f64, rho: f64, v0: f64}
type quote = {strike: f64, maturity: f64, price: f64}

-- The characteristic function, in the form that does not jump between branches.
def characteristic (p: parameters) (rate: f64) (t: f64) (u: complex): complex =
  let i = c64.mk 0 1
  let iu = i c64.* u
  let s2 = p.sigma * p.sigma
  let b = c64.real p.kappa c64.- c64.real (p.rho * p.sigma) c64.* iu
  let d = c64.sqrt (b c64.* b c64.+ c64.real s2 c64.* (iu c64.+ u c64.* u))
  let g = (b c64.- d) c64./ (b c64.+ d)
  let e = c64.exp (c64.real (-t) c64.* d)
  let one = c64.real 1
  let cc = c64.real (p.kappa * p.theta / s2)
           c64.* ((b c64.- d) c64.* c64.real t
                  c64.- c64.real 2 c64.* c64.log ((one c64.- g c64.* e) c64./ (one c64.- g)))
  let dd = (b c64.- d) c64./ c64.real s2 c64.* ((one c64.- e) c64./ (one c64.- g c64.* e))
  in c64.exp (cc c64.+ dd c64.* c64.real p.v0 c64.+ iu c64.* c64.real (rate * t))

-- A call by one integral along a shifted line, by the midpoint rule.
def call [n] (nodes: [n]f64) (width: f64) (s0: f64) (rate: f64) (p: parameters) (strike: f64) (t: f64): f64 =
  let k = f64.log (strike / s0)
  let part u =
    let phi = characteristic p rate t (c64.mk u (-0.5))
    let rotated = c64.exp (c64.mk 0 (-u * k)) c64.* phi
    in rotated.re / (u * u + 0.25)
  let integral = width * f64.sum (map part nodes)
  in s0 - f64.sqrt (s0 * strike) * f64.exp (-rate * t / 2) / f64.pi * integral * f64.exp (-rate * t / 2)

type bounds = [5](f64, f64)

def to_parameters (x: [5]f64): parameters = {kappa = x[0], theta = x[1], sigma = x[2], rho = x[3], v0 = x[4]}

def error [q] (nodes: []f64) (width: f64) (quotes: [q]quote) (x: [5]f64): f64 =
  let p = to_parameters x
  let square (x: f64) = x * x
  in f64.sqrt (f64.sum (map (\o -> square (call nodes width 100 0.02 p o.strike o.maturity - o.price)) quotes) / f64.i64 q)

def evolve [np] (objective: [5]f64 -> f64) (limits: bounds) (generations: i64) (f: f64) (cr: f64) (rngs: [np]minstd.rng):
    ([5]f64, f64, [np]f64) =
  let start g = let (g, x) = loop (g, x) = (g, replicate 5 0) for i < 5 do
                               let (g, v) = real_rand.rand limits[i] g in (g, x with [i] = v)
                in (g, x)
  let (rngs, xs) = unzip (map start rngs)
  let costs = map objective xs
  let best_of (costs: [np]f64): i64 =
    (reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (f64.inf, np) (zip costs (iota np))).1
  let (xs, costs, _) =
    loop (xs, costs, rngs) for _g < generations do
      let best = xs[best_of costs]
      let mutate (i: i64) (g: minstd.rng): (minstd.rng, [5]f64) =
        let (g, a) = int_rand.rand (0, np - 1) g
        let (g, b) = int_rand.rand (0, np - 1) g
        let (g, always) = int_rand.rand (0, 4) g
        let (g, flips) = loop (g, flips) = (g, replicate 5 false) for j < 5 do
                           let (g, u) = real_rand.rand (0, 1) g in (g, flips with [j] = u <= cr || j == always)
        let trial = map4 (\x t (pa, pb) (low, high) ->
                            if t then f64.max low (f64.min high (x + f * (pa - pb))) else x)
                         (map2 (\x y -> x + 0.5 * (y - x)) xs[i] best) flips (zip xs[a] xs[b]) limits
        in (g, trial)
      let (rngs, trials) = unzip (map2 mutate (iota np) rngs)
      let new = map objective trials
      let better = map2 (<) new costs
      in (map3 (\b t x -> if b then t else x) better trials xs,
          map3 (\b n o -> if b then n else o) better new costs,
          rngs)
  let i = best_of costs
  in (copy xs[i], costs[i], costs)

def make_nodes (n: i64) (width: f64): [n]f64 = map (\i -> (f64.i64 i + 0.5) * width) (iota n)

entry prices [q] (x: [5]f64) (strikes: [q]f64) (maturities: [q]f64): [q]f64 =
  map2 (call (make_nodes 400 0.25) 0.25 100 0.02 (to_parameters x)) strikes maturities

def limits: bounds = [(0.5, 3), (0.01, 0.2), (0.1, 0.9), (-0.9, 0), (0.01, 0.2)]

-- Quotes from known parameters; how near the fit comes, and whether costs never got worse than at the start.
entry calibrate (np: i64) (generations: i64) (quotes: i64): (bool, bool, [3]f64) =
  let truth = [1.5, 0.06, 0.4, -0.6, 0.05]
  let (nodes, width) = (make_nodes 64 1.0, 1.0)
  let qs = map (\i -> let (strike, maturity) = (80 + 5 * f64.i64 (i % 9), 0.5 * f64.i64 (i / 9 + 1))
                      in {strike, maturity, price = call nodes width 100 0.02 (to_parameters truth) strike maturity}) (iota quotes)
  let rngs = minstd.split np (minstd.from_seed 42)
  let (_, first, _) = evolve (error nodes width qs) limits 0 0.7 0.8 rngs
  let (x, cost, costs) = evolve (error nodes width qs) limits generations 0.7 0.8 rngs
  in (cost <= first, cost < 0.2 && all (>= cost) costs, [x[0] - x[0] + first, cost, f64.maximum costs])

-- ==
-- entry: prices
-- input { [1.2f64, 0.05f64, 0.5f64, -0.7f64, 0.04f64] [70.0f64, 90.0f64, 100.0f64, 110.0f64, 150.0f64] [0.25f64, 0.5f64, 1.0f64, 2.0f64, 5.0f64] }
-- output { [30.38557384425421f64, 12.969969509698302f64, 8.516436864953562f64, 7.61917196384195f64, 4.9982579759883095f64] }

-- ==
-- entry: calibrate
-- input { 8i64 0i64 4i64 } output { true false [0.3728726015651763f64, 0.3728726015651763f64, 4.407838730629874f64] }
-- input { 10i64 6i64 5i64 } output { true true [0.3917150945848014f64, 0.005621849392048444f64, 0.5398695482829521f64] }
