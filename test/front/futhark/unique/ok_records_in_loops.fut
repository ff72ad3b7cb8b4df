type state [n] = {pos: [n]f64, vel: [n]f64, t: i32}
def step [n] (s: *state [n]): *state [n] =
  let pos = loop p = s.pos for i < n do p with [i] = p[i] + s.vel[i]
  in {pos, vel = s.vel, t = s.t + 1}
def sim [n] (s: *state [n]) (k: i32) = loop s for _i < k do step s
def both [n] (r: *{a: [n]i32, b: [n]i32}) =
  loop {a, b} = r for i < n do {a = a with [i] = b[i], b}
