-- Fast Fourier transform by Stockham's method, any module of reals; sizes are powers of two.
module type complex = {
  type real
  type complex
  val mk : real -> real -> complex
  val re : complex -> real
  val im : complex -> real
  val + : complex -> complex -> complex
  val - : complex -> complex -> complex
  val * : complex -> complex -> complex
}
module mk_complex (T: real) : complex with real = T.t = {
  type real = T.t
  type complex = (T.t, T.t)
  def mk (a: real) (b: real) = (a, b)
  def re ((a, _): complex) = a
  def im ((_, b): complex) = b
  def (a, b) + (c, d) = T.((a + c, b + d))
  def (a, b) - (c, d) = T.((a - c, b - d))
  def (a, b) * (c, d) = T.((a * c - b * d, a * d + b * c))
}
module mk_fft (T: real) = {
  module complex = mk_complex T
  type complex = complex.complex

  local def iteration [n] (forward: T.t) (ns: i64) (data: [n]complex) (j: i64) : (i64, complex, i64, complex) =
    let half = n / 2
    let turn = T.i64 (j % ns)
    let whole = T.i64 (ns * 2)
    let angle = T.(i32 (-2) * forward * pi * turn / whole)
    let v0 = data[j]
    let v1 = data[j + half] complex.* complex.mk (T.cos angle) (T.sin angle)
    let at = (j / ns) * ns * 2 + (j % ns)
    in (at, complex.(v0 + v1), at + ns, complex.(v0 - v1))

  def transform [n] (forward: T.t) (data: [n]complex) : [n]complex =
    (loop (data, ns) = (copy data, 1) while ns < n do
       let (i0, x0, i1, x1) = unzip4 (map (iteration forward ns data) (iota (n / 2)))
       in (scatter (copy data) (i0 ++ i1) (x0 ++ x1), ns * 2)).0

  def fft [n] (data: [n]complex) = transform (T.i32 1) data
  def ifft [n] (data: [n]complex) =
    let r = T.(i32 1 / i64 n)
    in map (complex.* complex.mk r (T.i32 0)) (transform (T.i32 (-1)) data)
  def fft2 [n] [m] (data: [n][m]complex) : [n][m]complex =
    data |> map fft |> transpose |> map fft |> transpose
}
module fft64 = mk_fft f64
module fft32 = mk_fft f32

def complexes [n] (re: [n]f64) (im: [n]f64) = map2 fft64.complex.mk re im
def parts [n] (z: [n]fft64.complex) = (map fft64.complex.re z, map fft64.complex.im z)

entry main [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) = parts (fft64.fft (complexes re im))
entry inverse [n] (re: [n]f64) (im: [n]f64) : ([n]f64, [n]f64) = parts (fft64.ifft (fft64.fft (complexes re im)))
entry two [n] [m] (re: [n][m]f32) : ([n][m]f32, [n][m]f32) =
  let z = fft32.fft2 (map (map (\x -> fft32.complex.mk x 0)) re)
  in (map (map fft32.complex.re) z, map (map fft32.complex.im) z)

-- ==
-- entry: main
-- input { [0.867f64, -0.157f64, 0.924f64, -0.845f64, 0.116f64, 0.578f64, 0.637f64, -0.32f64]
--   [-0.3f64, -0.007f64, 0.594f64, -0.862f64, -0.813f64, -0.46f64, 0.394f64, -0.87f64] }
-- output { [1.8f64, 1.1284838020778f64, 0.687f64, 1.0254686501762f64, 3.288f64, 0.77351619792217f64, -1.843f64, 0.076531349823827f64]
--   [-2.324f64, 1.4316170619231f64, -3.687f64, 1.376292026667f64, 2.074f64, -0.97961706192307f64, -0.515f64, 0.22370797333296f64] }
-- input { [1f64]
--   [2f64] }
-- output { [1f64]
--   [2f64] }

-- ==
-- entry: inverse
-- input { [0.867f64, -0.157f64, 0.924f64, -0.845f64, 0.116f64, 0.578f64, 0.637f64, -0.32f64]
--   [-0.3f64, -0.007f64, 0.594f64, -0.862f64, -0.813f64, -0.46f64, 0.394f64, -0.87f64] }
-- output { [0.867f64, -0.157f64, 0.924f64, -0.845f64, 0.116f64, 0.578f64, 0.637f64, -0.32f64]
--   [-0.3f64, -0.007f64, 0.594f64, -0.862f64, -0.813f64, -0.46f64, 0.394f64, -0.87f64] }

-- ==
-- entry: two
-- input { [[0.462f32, -0.381f32, 0.156f32, 0.362f32, -0.109f32, 0.433f32, 0.774f32, -0.306f32], [0.881f32, -0.289f32, 0.222f32, -0.013f32, -0.564f32, -0.425f32, 0.477f32, -0.204f32], [0.834f32, -0.007f32, -0.667f32, -0.197f32, -0.444f32, -0.726f32, -0.139f32, 0.1f32], [0.413f32, 0.973f32, 0.365f32, -0.239f32, -0.538f32, -0.834f32, -0.697f32, 0.317f32]] }
-- output { [[-0.01f32, 5.54749069f32, 0.444f32, 2.94250931f32, 2.862f32, 2.94250931f32, 0.444f32, 5.54749069f32], [2.637f32, -0.502986074f32, -1.215f32, 0.395719405f32, 0.761f32, 1.72298607f32, -2.331f32, -4.44371941f32], [0.3f32, -2.50851421f32, 0.794f32, 1.41451421f32, 0.316f32, 1.41451421f32, 0.794f32, -2.50851421f32], [2.637f32, -4.44371941f32, -2.331f32, 1.72298607f32, 0.761f32, 0.395719405f32, -1.215f32, -0.502986074f32]]
--   [[0f32, -0.971975972f32, 1.076f32, -1.64997597f32, 5.38599662e-16f32, 1.64997597f32, -1.076f32, 0.971975972f32], [-0.325f32, 1.70742085f32, -0.043f32, -1.89214755f32, -2.621f32, -2.51542085f32, 1.221f32, 0.724147545f32], [-2.27416911e-16f32, 2.87365303f32, 0.204f32, -1.03234697f32, 3.98867462e-16f32, 1.03234697f32, -0.204f32, -2.87365303f32], [0.325f32, -0.724147545f32, -1.221f32, 2.51542085f32, 2.621f32, 1.89214755f32, 0.043f32, -1.70742085f32]] }
