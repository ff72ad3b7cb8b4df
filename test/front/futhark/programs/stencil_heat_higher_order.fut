-- Heat in a rod; boundary conditions are functions in a record.
-- ==
-- entry: fixed
-- input { [0.0f64, 1.0f64, 2.0f64, 8.0f64, 0.0f64] 0.25f64 4i32 }
-- output { [0.0f64, 1.3515625f64, 2.21875f64, 1.7890625f64, 0.0f64] }

-- ==
-- entry: periodic
-- input { [4.0f64, 0.0f64, 0.0f64, 0.0f64] 0.25f64 1i32 }
-- output { [2.0f64, 1.0f64, 0.0f64, 1.0f64] }

-- ==
-- entry: insulated
-- input { [4.0f64, 0.0f64, 0.0f64, 0.0f64] 0.25f64 1i32 }
-- output { [3.0f64, 1.0f64, 0.0f64, 0.0f64] }

type boundary = #fixed | #periodic | #insulated

def left [n] (b: boundary) (u: [n]f64): f64 =
  match b case #fixed -> u[0] case #periodic -> u[n - 1] case #insulated -> u[0]
def right [n] (b: boundary) (u: [n]f64): f64 =
  match b case #fixed -> u[n - 1] case #periodic -> u[0] case #insulated -> u[n - 1]

def stencil [n] (b: boundary) (f: f64 -> f64 -> f64 -> f64) (u: [n]f64): [n]f64 =
  let at i =
    let l = if i == 0 then left b u else u[i - 1]
    let r = if i == n - 1 then right b u else u[i + 1]
    in f l u[i] r
  in match b
     case #fixed -> tabulate n (\i -> if i == 0 || i == n - 1 then u[i] else at i)
     case _ -> tabulate n at

def run [n] (b: boundary) (alpha: f64) (steps: i32) (u: [n]f64): [n]f64 =
  iterate steps (stencil b (\l c r -> c + alpha * (l - 2 * c + r))) u

entry fixed [n] (u: [n]f64) (alpha: f64) (steps: i32) = run #fixed alpha steps u
entry periodic [n] (u: [n]f64) (alpha: f64) (steps: i32) = run #periodic alpha steps u
entry insulated [n] (u: [n]f64) (alpha: f64) (steps: i32) = run #insulated alpha steps u
