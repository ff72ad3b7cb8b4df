-- Convolutional network, forward: valid convolution over channels, pooling, a dense layer, softmax; and a recurrent cell.
def convolve [c] [h] [w] [o] [k] (image: [c][h][w]f32) (kernels: [o][c][k][k]f32) (bias: [o]f32) : [o][h - k + 1][w - k + 1]f32 =
  map2 (\kernel b -> tabulate_2d (h - k + 1) (w - k + 1) (\y x ->
    b + f32.sum (map2 (\plane channel -> f32.sum (flatten (tabulate_2d k k (\i j -> plane[i, j] * channel[y + i, x + j])))) kernel image)))
    kernels bias
def pool [c] [h] [w] (a: [c][h][w]f32) : [c][h / 2][w / 2]f32 =
  map (\p -> tabulate_2d (h / 2) (w / 2) (\y x -> f32.max (f32.max p[2 * y, 2 * x] p[2 * y, 2 * x + 1]) (f32.max p[2 * y + 1, 2 * x] p[2 * y + 1, 2 * x + 1]))) a
def softmax [n] (xs: [n]f32) : [n]f32 =
  let m = f32.maximum xs
  let es = map (\x -> f32.exp (x - m)) xs
  let s = f32.sum es
  in map (/ s) es
entry main [b] [h] [w] [o] [k] [n] [m] (images: [b][1][h][w]f32) (kernels: [o][1][k][k]f32) (bias: [o]f32) (dense: [n][m]f32) : [b][n]f32 =
  map (\image -> let features = flatten_3d (pool (map (map (map (f32.max 0))) (convolve image kernels bias))) :> [m]f32
                 in softmax (map (\row -> f32.sum (map2 (*) row features)) dense)) images
entry recurrent [t] [n] [m] (inputs: [t][m]f32) (u: [n][m]f32) (v: [n][n]f32) : [t][n]f32 =
  let (hs, _) = loop (hs, h) = (replicate t (replicate n 0), replicate n 0) for i < t do
    let h = map2 (\a b -> f32.tanh (f32.sum (map2 (*) a inputs[i]) + f32.sum (map2 (*) b h))) u v
    in (hs with [i] = h, h)
  in hs

-- ==
-- entry: main
-- input { [[[[0.914f32, 0.596f32, 0.26f32, 0.981f32, 0.496f32, 0.415f32], [0.319f32, 0.984f32, 0.492f32, 0.286f32, 0.477f32, 0.122f32], [0.622f32, 0.443f32, 0.293f32, 0.782f32, 0.827f32, 0.013f32], [0.533f32, 0.274f32, 0.935f32, 0.782f32, 0.246f32, 0.268f32], [0.155f32, 0.989f32, 0.293f32, 0.608f32, 0.475f32, 0.645f32], [0.604f32, 0.743f32, 0.118f32, 0.76f32, 0.301f32, 0.533f32]]], [[[0.336f32, 0.297f32, 0.53f32, 0.464f32, 0.361f32, 0.745f32], [0.591f32, 0.036f32, 0.252f32, 0.456f32, 0.917f32, 0.888f32], [0.546f32, 0.015f32, 0.778f32, 0.428f32, 0.576f32, 0.708f32], [0.632f32, 0.482f32, 0.912f32, 0.385f32, 0.392f32, 0.852f32], [0.196f32, 0.296f32, 0.83f32, 0.066f32, 0.836f32, 0.695f32], [0.433f32, 0.286f32, 0.781f32, 0.911f32, 0.143f32, 0.478f32]]]]
--   [[[[0.098f32, -0.005f32, -0.339f32], [-0.693f32, 0.172f32, 0.624f32], [-0.863f32, -0.54f32, 0.639f32]]], [[[0.584f32, 0.327f32, -0.949f32], [0.445f32, 0.957f32, 0.997f32], [0.402f32, -0.902f32, 0.684f32]]]]
--   [0.219f32, 0.646f32]
--   [[0.904f32, 0.425f32, -0.731f32, -0.415f32, 0.836f32, -0.701f32, 0.221f32, -0.172f32], [-0.678f32, 0.245f32, -0.913f32, -0.784f32, -0.242f32, -0.856f32, -0.885f32, 0.151f32], [0.485f32, 0.757f32, -0.731f32, -0.137f32, -0.371f32, 0.2f32, -0.021f32, 0.877f32]] }
-- output { [[0.294502382f32, 0.000991867105f32, 0.704505751f32], [0.126437782f32, 0.000831718981f32, 0.872730499f32]] }

-- ==
-- entry: recurrent
-- input { [[0.374f32, 0.056f32, 0.697f32], [0.151f32, 0.631f32, 0.506f32], [0.91f32, 0.555f32, 0.621f32], [0.263f32, 0.552f32, 0.254f32]]
--   [[0.501f32, 0.034f32, -0.732f32], [-0.531f32, -0.258f32, 0.474f32]]
--   [[-0.641f32, 0.427f32], [0.31f32, -0.83f32]] }
-- output { [[-0.310343975f32, 0.116800465f32], [-0.0244778226f32, -0.193803422f32], [-0.0468215171f32, -0.176896671f32], [-0.0807431294f32, -0.0293549972f32]] }
