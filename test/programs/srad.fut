-- Speckle-reducing anisotropic diffusion of an image (after Rodinia's srad).
def indexN (_rows: i64) (i: i64) = if i == 0 then i else i - 1
def indexS (rows: i64) (i: i64) = if i == rows - 1 then i else i + 1

entry main [rows] [cols] (image: [rows][cols]u8) (niter: i32) (lambda: f32) : [rows][cols]f32 =
  let image = map (map f32.u8) image
  let ne = rows * cols
  let image = map (map (\x -> f32.exp (x / 255.0))) image
  let image =
    loop image for _i < niter do
      let sum = f32.sum (flatten image)
      let sum2 = f32.sum (map (** 2.0) (flatten image))
      let mean = sum / f32.i64 ne
      let variance = sum2 / f32.i64 ne - mean * mean
      let q0sqr = variance / (mean * mean)
      let (dN, dS, dW, dE, c) = unzip5 (map unzip5 (map2 (\i row -> map2 (\j jc ->
            let dN_k = image[indexN rows i, j] - jc
            let dS_k = image[indexS rows i, j] - jc
            let dW_k = image[i, indexN cols j] - jc
            let dE_k = image[i, indexS cols j] - jc
            let g2 = (dN_k * dN_k + dS_k * dS_k + dW_k * dW_k + dE_k * dE_k) / (jc * jc)
            let l = (dN_k + dS_k + dW_k + dE_k) / jc
            let num = 0.5 * g2 - (1.0 / 16.0) * (l * l)
            let den = 1.0 + 0.25 * l
            let qsqr = num / (den * den)
            let den = (qsqr - q0sqr) / (q0sqr * (1.0 + q0sqr))
            let c_k = f32.max 0 (f32.min 1 (1.0 / (1.0 + den)))
            in (dN_k, dS_k, dW_k, dE_k, c_k)) (iota cols) row) (iota rows) image))
      in map4 (\i image_row c_row (dN_row, dS_row, dW_row, dE_row) ->
               map4 (\j pixel c_k ((dN_k, dS_k), (dW_k, dE_k)) ->
                       let cS = c[indexS rows i, j]
                       let cE = c[i, indexS cols j]
                       let d = c_k * dN_k + cS * dS_k + c_k * dW_k + cE * dE_k
                       in pixel + 0.25 * lambda * d)
                    (iota cols) image_row c_row (zip (zip dN_row dS_row) (zip dW_row dE_row)))
              (iota rows) image c (zip4 dN dS dW dE)
  in map (map (\x -> f32.log x * 255.0)) image

-- ==
-- entry: main
-- input { [[100u8, 186u8, 220u8, 35u8, 169u8], [160u8, 63u8, 153u8, 158u8, 209u8], [167u8, 206u8, 151u8, 65u8, 98u8], [215u8, 194u8, 89u8, 154u8, 207u8]]
--   2i32
--   0.5f32 }
-- output { [[115.436571f32, 175.956005f32, 206.732266f32, 67.6007508f32, 164.463036f32], [151.055453f32, 103.860985f32, 153.210894f32, 149.124935f32, 193.797895f32], [177.447679f32, 188.169986f32, 143.371615f32, 99.8911209f32, 119.692381f32], [202.637725f32, 188.38895f32, 116.525576f32, 148.878341f32, 190.278577f32]] }
