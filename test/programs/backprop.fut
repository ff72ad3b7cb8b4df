-- One training step of a network with one hidden layer (after Rodinia's backprop).
def sigmoid (x: f32) : f32 = 1.0 / (1.0 + f32.exp (-x))

def layer_forward [n] [m] (bias: [m]f32) (w: [n][m]f32) (input: [n]f32) : [m]f32 =
  map2 (\b column -> sigmoid (b + reduce (+) 0 (map2 (*) column input))) bias (transpose w)

def output_error [m] (target: [m]f32) (output: [m]f32) : (f32, [m]f32) =
  let deltas = map2 (\t o -> o * (1.0 - o) * (t - o)) target output
  in (f32.sum (map f32.abs deltas), deltas)

def hidden_error [n] [m] (delta: [m]f32) (w: [n][m]f32) (hidden: [n]f32) : (f32, [n]f32) =
  let deltas = map2 (\row h -> h * (1.0 - h) * f32.sum (map2 (*) delta row)) w hidden
  in (f32.sum (map f32.abs deltas), deltas)

def adjust [n] [m] (eta: f32) (momentum: f32) (delta: [m]f32) (ly: [n]f32) (w: [n][m]f32) (old: [n][m]f32)
                 : ([n][m]f32, [n][m]f32) =
  let step = map2 (\y -> map2 (\d o -> eta * d * y + momentum * o) delta) ly old
  in (map2 (map2 (+)) w step, step)

entry main [i] [h] [o] (input: [i]f32) (target: [o]f32) (w1: [i][h]f32) (w2: [h][o]f32)
                       (b1: [h]f32) (b2: [o]f32) : (f32, f32, [i][h]f32, [h][o]f32) =
  let hidden = layer_forward b1 w1 input
  let output = layer_forward b2 w2 hidden
  let (eo, dout) = output_error target output
  let (eh, dh) = hidden_error dout w2 hidden
  let (w2', _) = adjust 0.3 0.3 dout hidden w2 (map (map (* 0.1)) w2)
  let (w1', _) = adjust 0.3 0.3 dh input w1 (map (map (* 0.1)) w1)
  in (eo, eh, w1', w2')

-- ==
-- entry: main
-- input { [0.639f32, 0.025f32, 0.275f32, 0.223f32, 0.736f32]
--   [0.677f32, 0.892f32]
--   [[-0.826f32, -0.156f32, -0.94f32], [-0.563f32, 0.011f32, -0.947f32], [-0.602f32, 0.3f32, 0.09f32], [-0.559f32, 0.179f32, 0.619f32], [-0.987f32, 0.612f32, 0.396f32]]
--   [[-0.319f32, -0.689f32], [0.914f32, -0.327f32], [-0.815f32, -0.807f32]]
--   [0.847f32, 0.604f32, 0.807f32]
--   [0.73f32, 0.536f32] }
-- output { 0.121464232f32
--   0.0474295532f32
--   [[-0.854255488f32, -0.162156497f32, -0.972340261f32], [-0.580025974f32, 0.0112722341f32, -0.975571982f32], [-0.621555711f32, 0.308364575f32, 0.0909181977f32], [-0.576982885f32, 0.183854728f32, 0.63612512f32], [-1.02061307f32, 0.628659371f32, 0.403111249f32]]
--   [[-0.328726506f32, -0.697828465f32], [0.941065404f32, -0.309980565f32], [-0.839760888f32, -0.807687631f32]] }
