-- Pictures of distance fields by marching along rays: soft shadows, ambient light, a fractal of folded boxes, and the
-- histogram of how many steps the rays took.

type v = (f32, f32, f32)
def (a: v) +. (b: v): v = (a.0 + b.0, a.1 + b.1, a.2 + b.2)
def (a: v) -. (b: v): v = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
def (a: v) *. (s: f32): v = (a.0 * s, a.1 * s, a.2 * s)
def dot (a: v) (b: v): f32 = a.0 * b.0 + a.1 * b.1 + a.2 * b.2
def norm (a: v): v = a *. (1 / f32.sqrt (dot a a))

def sphere (p: v): f32 = f32.sqrt (dot p p) - 1
def plane (p: v): f32 = p.1 + 1
def boxes (p: v): f32 =
  let (q, s) = loop (q, s) = (p, 1f32) for _i < 4i32 do
                 let fold x = f32.abs (x - 2 * f32.round (x / 2)) - 0.5
                 in ((fold (q.0) * 1.5, fold (q.1) * 1.5, fold (q.2) * 1.5), s * 1.5)
  in (f32.max (f32.abs q.0) (f32.max (f32.abs q.1) (f32.abs q.2)) - 0.6) / s
def scene (which: i32) (p: v): f32 =
  f32.min (plane p) (if which == 0 then sphere p else f32.max (sphere p) (boxes p))

def march (which: i32) (most: i32) (o: v) (d: v): (f32, i32) =
  let (t, _, k) = loop (t, h, k) = (0f32, 1f32, 0i32) while h > 0.001 && t < 20 && k < most do
                    let h = scene which (o +. (d *. t)) in (t + h, h, k + 1)
  in (t, k)

def normal (which: i32) (p: v): v =
  let e = 0.001f32
  let at d = scene which (p +. d) - scene which (p -. d)
  in norm (at (e, 0, 0), at (0, e, 0), at (0, 0, e))

def colour (which: i32) (o: v) (d: v): (f32, i32) =
  let (t, k) = march which 200 o d
  in if t >= 20 then (0, k) else
     let p = o +. (d *. t)
     let n = normal which p
     let light = norm (0.5, 0.8, -0.4)
     let (free, _) = march which 50 (p +. (n *. 0.01)) light
     let ambient = f32.sum (map (\i -> let h = 0.05 * f32.i64 (i + 1) in f32.max 0 (scene which (p +. (n *. h)) / h) / 5) (iota 5))
     in ((if free >= 20 then f32.max 0 (dot n light) else 0) * 0.8 + 0.2 * ambient, k)

def rays (h: i64) (w: i64) (which: i32): [h][w](f32, i32) =
  tabulate_2d h w (\y x ->
    let u = (2 * (f32.i64 x + 0.5) - f32.i64 w) / f32.i64 h
    let v = (f32.i64 h - 2 * (f32.i64 y + 0.5)) / f32.i64 h
    in colour which (0, 0.5, -3) (norm (u, v - 0.2, 1.5)))

entry picture (h: i64) (w: i64) (which: i32): [h][w]f32 =
  map (map (.0)) (rays h w which)
entry steps (h: i64) (w: i64) (which: i32): [8]i32 =
  hist (+) 0 8 (map (\(_, k) -> i64.i32 k / 8) (flatten (rays h w which))) (replicate (h * w) 1)
-- ==
-- entry: picture
-- input { 6i64 8i64 1i32 }
-- output { [[0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32, 0f32], [0f32, 0f32, 0f32, 0.658205f32, 0.843881f32, 0f32, 0f32, 0f32], [0.825811f32, 0.825961f32, 0.122114f32, 0.419445f32, 0.595182f32, 0.434402f32, 0.825961f32, 0.825811f32], [0.825443f32, 0.825475f32, 0.200914f32, 0.200668f32, 0.229189f32, 0.825490f32, 0.825475f32, 0.825443f32], [0.825166f32, 0.825030f32, 0.825027f32, 0.801953f32, 0.801953f32, 0.825027f32, 0.825030f32, 0.825166f32]] }
-- ==
-- entry: steps
-- input { 8i64 8i64 0i32 }
-- output { [8, 40, 8, 4, 2, 2, 0, 0] }
