-- Heart muscle cells: the currents and calcium stores of three compartments, stepped by Fehlberg's method of order 4(5).
-- Each cell is one thread's work (`sequential_inner`): the arrays of a point, one value for each equation, are its own.
def states : i64 = 24
type state = [states]f32

def clamp (x: f32) : f32 = f32.max (-80) (f32.min 80 x)

def derivative (stimulus: f32) (period: f32) (t: f32) (y: state) : state =
  let dy = replicate states 0
  in loop dy for c < 3 do
       let i = 8 * c
       let (v, m, h, n) = (y[i], y[i + 1], y[i + 2], y[i + 3])
       let (cytosol, store, buffer, force) = (y[i + 4], y[i + 5], y[i + 6], y[i + 7])
       let am = if f32.abs (v + 40) < 1e-3 then 1 else 0.1 * (v + 40) / (1 - f32.exp (clamp (-0.1 * (v + 40))))
       let bm = 4 * f32.exp (clamp (-(v + 65) / 18))
       let ah = 0.07 * f32.exp (clamp (-(v + 65) / 20))
       let bh = 1 / (1 + f32.exp (clamp (-0.1 * (v + 35))))
       let an = if f32.abs (v + 55) < 1e-3 then 0.1 else 0.01 * (v + 55) / (1 - f32.exp (clamp (-0.1 * (v + 55))))
       let bn = 0.125 * f32.exp (clamp (-(v + 65) / 80))
       let phase = t - period * f32.floor (t / period)
       let pushed = if c == 0 && phase < 1 then stimulus else 0
       let flow = 0.1 * (y[8 * ((c + 1) % 3)] + y[8 * ((c + 2) % 3)] - 2 * v)
       let currents = 120 * m * m * m * h * (v - 50) + 36 * n * n * n * n * (v + 77) + 0.3 * (v + 54.4)
       let release = 0.5 * m * (store - cytosol)
       let uptake = 0.4 * cytosol * cytosol / (cytosol * cytosol + 0.04)
       let bound = 0.8 * cytosol * (1 - buffer) - 0.2 * buffer
       in dy with [i] = pushed + flow - currents
             with [i + 1] = am * (1 - m) - bm * m
             with [i + 2] = ah * (1 - h) - bh * h
             with [i + 3] = an * (1 - n) - bn * n
             with [i + 4] = release - uptake - 0.3 * bound
             with [i + 5] = 0.2 * (uptake - release)
             with [i + 6] = bound
             with [i + 7] = 0.1 * (buffer * buffer - force)

-- The result of a step, and how far it is from the one of lower order.
def step (stimulus: f32) (period: f32) (t: f32) (h: f32) (y: state) : (state, f32) =
  let f c y = derivative stimulus period (t + c * h) y
  let k1 = f 0 y
  let k2 = f 0.25 (map2 (\y a -> y + h * 0.25 * a) y k1)
  let k3 = f 0.375 (map3 (\y a b -> y + h * (3 * a + 9 * b) / 32) y k1 k2)
  let k4 = f (12 / 13) (map4 (\y a b c -> y + h * (1932 * a - 7200 * b + 7296 * c) / 2197) y k1 k2 k3)
  let k5 = f 1 (map5 (\y a b c d -> y + h * (439 / 216 * a - 8 * b + 3680 / 513 * c - 845 / 4104 * d)) y k1 k2 k3 k4)
  let k6 = f 0.5 (map (\i -> y[i] + h * (-8 / 27 * k1[i] + 2 * k2[i] - 3544 / 2565 * k3[i] + 1859 / 4104 * k4[i] - 11 / 40 * k5[i]))
                      (iota states))
  let next = map5 (\y a c d e -> y + h * (25 / 216 * a + 1408 / 2565 * c + 2197 / 4104 * d - 0.2 * e)) y k1 k3 k4 k5
  let errors = map (\i -> h * f32.abs (k1[i] / 360 - 128 / 4275 * k3[i] - 2197 / 75240 * k4[i] + k5[i] / 50 + 2 / 55 * k6[i])
                          / (1e-4 + 1e-3 * f32.abs next[i])) (iota states)
  in (next, f32.maximum errors)

def resting : state =
  flatten (replicate 3 [-65, 0.053, 0.596, 0.318, 0.1, 1, 0.2, 0]) :> state

def simulate (stimulus: f32) (period: f32) (until: f32) : (state, i64) =
  let (y, _, _, steps) =
    loop (y, t, h, steps) = (copy resting, 0, 0.01, 0) while t < until && steps < 100000 do
      let h = f32.min h (until - t)
      let (next, error) = step stimulus period t h y
      let factor = f32.max 0.2 (f32.min 4 (0.9 * (1 / f32.max 1e-6 error) ** 0.2))
      in if error <= 1 then (next, t + h, f32.max 1e-5 (h * factor), steps + 1)
         else (y, t, f32.max 1e-5 (h * factor), steps + 1)
  in (y, steps)
-- ==
-- nobench input { 3i64 3f32 } output { [21i64, 24i64, 25i64] [28.924347f32, 37.190033f32, 36.773575f32] }
-- input { 1i64 100f32 }
-- input { 65536i64 3f32 }
entry main (count: i64) (until: f32) : ([count]i64, [count]f32) =
  #[sequential_inner]
  map (\i -> let (y, steps) = simulate (10 + 20 * f32.i64 (i % 100) / 100) 20 until
             in (steps, y[0])) (iota count)
  |> unzip
