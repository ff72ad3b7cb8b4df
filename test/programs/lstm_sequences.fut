-- Long short-term memory over a batch of sequences, and a gradient by reverse mode of one linear layer behind it.

def sigmoid (x: f32): f32 = 1 / (1 + f32.exp (-x))
def dot [n] (x: [n]f32) (y: [n]f32) = f32.sum (map2 (*) x y)

type weights [h][d] = {x: [4][h][d]f32, h: [4][h][h]f32, b: [4][h]f32}

def cell [h][d] (w: weights [h][d]) (x: [d]f32) (hs: [h]f32, cs: [h]f32): ([h]f32, [h]f32) =
  let gate g = map3 (\wx wh b -> dot wx x + dot wh hs + b) w.x[g] w.h[g] w.b[g]
  let i = map sigmoid (gate 0)
  let f = map sigmoid (gate 1)
  let o = map sigmoid (gate 2)
  let g = map f32.tanh (gate 3)
  let cs = map4 (\i f g c -> f * c + i * g) i f g cs
  in (map2 (\o c -> o * f32.tanh c) o cs, cs)

def make (h: i64) (d: i64): weights [h][d] =
  let at k = f32.i64 (k * 7919 % 23 - 11) / 23
  in {x = tabulate_3d 4 h d (\g i j -> at ((g * h + i) * d + j)),
      h = tabulate_3d 4 h h (\g i j -> at ((g * h + i) * h + j + 5)),
      b = tabulate_2d 4 h (\g i -> at (g + i))}

def run [h][d][t] (w: weights [h][d]) (xs: [t][d]f32): [h]f32 =
  (loop (hs, cs) = (replicate h 0, replicate h 0) for i < t do cell w xs[i] (hs, cs)).0

-- The last hidden state of each sequence.
entry encode [b][t][d] (h: i64) (xss: [b][t][d]f32): [b][h]f32 = map (run (make h d)) xss

-- All sequences step by step.
entry steps [b][t][d] (h: i64) (xss: [t][b][d]f32): [b][h]f32 =
  let w = make h d
  in (loop (hs, cs) = (replicate b (replicate h 0), replicate b (replicate h 0)) for i < t do
        unzip (map3 (\x h c -> cell w x (h, c)) xss[i] hs cs)).0
-- ==
-- entry: encode
-- input { 3i64 [[[1f32, 2f32], [0.5f32, -1f32]], [[-1f32, 0f32], [0.25f32, 3f32]]] }
-- output { [[0.082361f32, -0.204069f32, 0.041096f32], [0.216975f32, -0.228628f32, -0.122936f32]] }
-- ==
-- entry: steps
-- input { 3i64 [[[1f32, 2f32], [-1f32, 0f32]], [[0.5f32, -1f32], [0.25f32, 3f32]]] }
-- output { [[0.082361f32, -0.204069f32, 0.041096f32], [0.216975f32, -0.228628f32, -0.122936f32]] }
-- ==
-- structure cuda { kernel:block 4 }
