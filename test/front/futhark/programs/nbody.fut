-- Newtonian gravity in the plane: bodies are records of records.
-- ==
-- input { 5i32 0.01f64 [0.0f64, 1.0f64, 0.0f64] [0.0f64, 0.0f64, -2.0f64] [0.0f64, 0.0f64, 2.0f64] [0.0f64, 3.0f64, 0.0f64] [10.0f64, 1.0f64, 0.5f64] }
-- output { [0.001481042255622839f64, 0.9851512408015574f64, 0.10007667328442846f64] [-0.00012741216684057432f64, 0.14927355861179534f64, -1.995998873886779f64] [0.049408976394017305f64, -0.49489411353025115f64, 2.001608699180157f64] [-0.0032539655803185f64, 2.965874170738301f64, 0.1333309701297679f64] }

type vec2 = {x: f64, y: f64}
type body = {position: vec2, velocity: vec2, mass: f64}

def vec_add (a: vec2) (b: vec2) : vec2 = {x = a.x + b.x, y = a.y + b.y}
def vec_sub (a: vec2) (b: vec2) : vec2 = {x = a.x - b.x, y = a.y - b.y}
def vec_scale (s: f64) ({x, y}: vec2) : vec2 = {x = s * x, y = s * y}
def norm2 (v: vec2) : f64 = v.x ** 2 + v.y ** 2
def zero : vec2 = {x = 0, y = 0}

def softening = 0.01f64

def acceleration (a: body) (b: body) : vec2 =
  let d = b.position `vec_sub` a.position
  let r2 = norm2 d + softening
  in vec_scale (b.mass / (r2 * f64.sqrt r2)) d

def advance (dt: f64) (acc: vec2) (b: body) : body =
  let velocity = vec_add b.velocity (vec_scale dt acc)
  in b with velocity = velocity
       with position = vec_add b.position (vec_scale dt velocity)

def step [n] (dt: f64) (bodies: [n]body) : [n]body =
  let force b = map (acceleration b) bodies |> reduce vec_add zero
  in map2 (advance dt) (map force bodies) bodies

entry main [n] (steps: i32) (dt: f64) (xs: [n]f64) (ys: [n]f64) (vxs: [n]f64) (vys: [n]f64) (ms: [n]f64) =
  let bodies =
    map5 (\x y vx vy m -> {position = {x, y}, velocity = {x = vx, y = vy}, mass = m}) xs ys vxs vys ms
  let final = loop bs = bodies for _i < steps do step dt bs
  in unzip4 (map (\(b: body) -> (b.position.x, b.position.y, b.velocity.x, b.velocity.y)) final)
