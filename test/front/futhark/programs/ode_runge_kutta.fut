-- Runge-Kutta for any system, given as a module.
-- ==
-- entry: wolves
-- input { 10.0f64 5.0f64 40i64 }
-- output { 0.959603885836472f64 4.809397293556566f64 }

-- ==
-- entry: line
-- input { [1.0f64, 0.0f64, 0.0f64, 2.0f64] 12i64 }
-- output { [0.7366323663682515f64, 0.5115664283745657f64, 0.25770712928622047f64, 0.6982830483035752f64] }

module type system = {
  type state
  val derivative: f64 -> state -> state
  val axpy: f64 -> state -> state -> state
}

module rk4 (S: system) = {
  def step (h: f64) (t: f64) (y: S.state): S.state =
    let k1 = S.derivative t y
    let k2 = S.derivative (t + h / 2) (S.axpy (h / 2) k1 y)
    let k3 = S.derivative (t + h / 2) (S.axpy (h / 2) k2 y)
    let k4 = S.derivative (t + h) (S.axpy h k3 y)
    in y |> S.axpy (h / 6) k1 |> S.axpy (h / 3) k2 |> S.axpy (h / 3) k3 |> S.axpy (h / 6) k4

  def solve (h: f64) (n: i64) (y0: S.state): S.state =
    loop y = y0 for i < n do step h (f64.i64 i * h) y
}

module lotka = rk4 {
  type state = {prey: f64, predator: f64}
  def derivative (_: f64) ({prey, predator}: state): state =
    {prey = 1.1 * prey - 0.4 * prey * predator, predator = 0.1 * prey * predator - 0.4 * predator}
  def axpy (a: f64) (x: state) (y: state): state =
    {prey = y.prey + a * x.prey, predator = y.predator + a * x.predator}
}

module chain = rk4 {
  type state = [4]f64
  def derivative (t: f64) (x: state): state =
    let left = [f64.sin t] ++ init x :> [4]f64
    in map2 (-) left x
  def axpy (a: f64) (x: state) (y: state): state = map2 (\x y -> y + a * x) x y
}

entry wolves (prey: f64) (predator: f64) (n: i64): (f64, f64) =
  let final = lotka.solve 0.05 n {prey, predator}
  in (final.prey, final.predator)
entry line (x: [4]f64) (n: i64): [4]f64 = chain.solve 0.1 n x
