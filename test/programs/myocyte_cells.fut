-- Many cells, each a system of equations with a large state: currents through gates, calcium stores, and an embedded
-- Runge-Kutta method with steps of varying size. Arrays of threads are updated in place.

def states: i64 = 8
type state = [states]f64
type parameters = {stimulus: f64, leak: f64, pump: f64, period: f64}

def rates (v: f64): (f64, f64, f64, f64) =
  let alpha_m = if f64.abs (v + 40) < 1e-6 then 1 else 0.1 * (v + 40) / (1 - f64.exp (-0.1 * (v + 40)))
  let beta_m = 4 * f64.exp (-(v + 65) / 18)
  let alpha_h = 0.07 * f64.exp (-(v + 65) / 20)
  let beta_h = 1 / (1 + f64.exp (-0.1 * (v + 35)))
  in (alpha_m, beta_m, alpha_h, beta_h)

def derivative (p: parameters) (t: f64) (y: state): state =
  let (v, m, h, n) = (y[0], y[1], y[2], y[3])
  let (cytosol, store, buffer, force) = (y[4], y[5], y[6], y[7])
  let (am, bm, ah, bh) = rates v
  let an = if f64.abs (v + 55) < 1e-6 then 0.1 else 0.01 * (v + 55) / (1 - f64.exp (-0.1 * (v + 55)))
  let bn = 0.125 * f64.exp (-(v + 65) / 80)
  let phase = t - p.period * f64.floor (t / p.period)
  let stimulus = if phase < 1 then p.stimulus else 0
  let sodium = 120 * m ** 3 * h * (v - 50)
  let potassium = 36 * n ** 4 * (v + 77)
  let leak = p.leak * (v + 54.4)
  let release = 0.5 * m * (store - cytosol)
  let uptake = p.pump * cytosol ** 2 / (cytosol ** 2 + 0.04)
  let bound = 0.8 * cytosol * (1 - buffer) - 0.2 * buffer
  let dy = replicate states 0
  let dy[0] = stimulus - sodium - potassium - leak
  let dy[1] = am * (1 - m) - bm * m
  let dy[2] = ah * (1 - h) - bh * h
  let dy[3] = an * (1 - n) - bn * n
  let dy[4] = release - uptake - 0.3 * bound
  let dy[5] = 0.2 * (uptake - release)
  let dy[6] = bound
  let dy[7] = 0.1 * (buffer ** 2 - force)
  in dy

def along (h: f64) (y: state) (terms: [](f64, state)): state =
  map (\i -> loop s = y[i] for (c, k) in terms do s + h * c * k[i]) (iota states)

-- One step by Bogacki and Shampine: the result, and how far it is from the one of lower order.
def step (p: parameters) (t: f64) (h: f64) (y: state): (state, f64) =
  let k1 = derivative p t y
  let k2 = derivative p (t + h / 2) (along h y [(0.5, k1)])
  let k3 = derivative p (t + 0.75 * h) (along h y [(0.75, k2)])
  let next = along h y [(2.0 / 9, k1), (1.0 / 3, k2), (4.0 / 9, k3)]
  let k4 = derivative p (t + h) next
  let error = along h (replicate states 0) [(-5.0 / 72, k1), (1.0 / 12, k2), (1.0 / 9, k3), (-1.0 / 8, k4)]
  in (next, f64.maximum (map2 (\e y -> f64.abs e / (1e-5 + 1e-4 * f64.abs y)) error next))

def resting: state = [-65, 0.053, 0.596, 0.318, 0.1, 1, 0.2, 0] :> state

def simulate (p: parameters) (until: f64): (state, i64, i64) =
  let (y, _, _, good, bad) =
    loop (y, t, h, good, bad) = (copy resting, 0, 0.01, 0, 0) while t < until && good + bad < 100000 do
      let h = f64.min h (until - t)
      let (next, error) = step p t h y
      let factor = f64.max 0.2 (f64.min 4 (0.9 * (1 / f64.max 1e-10 error) ** (1.0 / 3)))
      in if error <= 1 then (next, t + h, h * factor, good + 1, bad) else (y, t, h * factor, good, bad + 1)
  in (y, good, bad)

entry cells [n] (stimuli: [n]f64) (leaks: [n]f64) (until: f64): ([n][states]f64, [n]i64) =
  #[incremental_flattening(only_outer)]
  map2 (\stimulus leak ->
    let (y, good, bad) = simulate {stimulus, leak, pump = 0.4, period = 20} until
    in (y, good + bad)) stimuli leaks |> unzip

entry slopes (v: f64): [states]f64 = derivative {stimulus = 10, leak = 0.3, pump = 0.4, period = 5} 0.5 (copy resting with [0] = v)

-- ==
-- entry: cells
-- input { [20f64, 0f64, 35f64] [0.3f64, 0.3f64, 0.25f64] 8f64 }
-- output {
--   [[-73.782994845492f64, 0.017649009319276f64, 0.4240352823885f64, 0.45241429734541f64, 0.046791267196967f64, 1.0055432826024f64, 0.28497439930327f64, 0.060020195963872f64], [-65.00042028528f64, 0.052922099145443f64, 0.59631437929996f64, 0.31762565342481f64, 0.052887389704793f64, 1.0104053111486f64, 0.18362018184034f64, 0.02098967956601f64], [-73.94607606916f64, 0.017309994141098f64, 0.44662448319514f64, 0.43657297787868f64, 0.045414637864903f64, 1.0064391012937f64, 0.27463285222122f64, 0.059865733058189f64]]
--   [173i64, 19i64, 169i64]
-- }
-- input { [15f64] [0.3f64] 2f64 }
-- output { [[35.985863959256f64, 0.97542302607966f64, 0.28927121417235f64, 0.57968097868947f64, 0.18948859563513f64, 0.97981765688582f64, 0.23807706645253f64, 0.0082902618136126f64]] [82i64] }

-- ==
-- entry: slopes
-- input { -65f64 }
-- output { [9.986824171168f64, -0.00028515281835537f64, 1.4179586170202e-05f64, -5.9188591511938e-05f64, -0.06335f64, 0.01123f64, 0.024f64, 0.004f64] }
-- input { -40f64 }
-- output { [-6.982824943232f64, 0.89413733173921f64, -0.21691188294849f64, 0.10260056933687f64, -0.06335f64, 0.01123f64, 0.024f64, 0.004f64] }
-- input { -55f64 }
-- output { [3.198964525408f64, 0.28635590510225f64, -0.053892254468509f64, 0.033120748122262f64, -0.06335f64, 0.01123f64, 0.024f64, 0.004f64] }
-- input { 10f64 }
-- output { [-40.922123172032f64, 4.7638337890184f64, -0.58878670033936f64, 0.42840115444659f64, -0.06335f64, 0.01123f64, 0.024f64, 0.004f64] }
