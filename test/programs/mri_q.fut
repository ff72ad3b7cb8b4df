-- Fourier sums at every voxel (after Parboil's mri-q).
def pi2 : f32 = 6.2831853071795864769
entry main [k] [n] (kx: [k]f32) (ky: [k]f32) (kz: [k]f32) (x: [n]f32) (y: [n]f32) (z: [n]f32)
                   (phi_r: [k]f32) (phi_i: [k]f32) : ([n]f32, [n]f32) =
  let phi_mag = map2 (\r i -> r * r + i * i) phi_r phi_i
  let exp_args = map3 (\xe ye ze -> map (pi2 *) (map3 (\a b c -> a * xe + b * ye + c * ze) kx ky kz)) x y z
  let qr = map (\row -> f32.sum (map2 (*) phi_mag (map f32.cos row))) exp_args
  let qi = map (\row -> f32.sum (map2 (*) phi_mag (map f32.sin row))) exp_args
  in (qr, qi)

-- ==
-- entry: main
-- input { [0.379f32, 0.212f32, 0.327f32, 0.761f32]
--   [0.379f32, 0.752f32, 0.832f32, 0.252f32]
--   [0.082f32, 0.019f32, 0.539f32, 1f32]
--   [0.35f32, 0.65f32, 0.781f32]
--   [0.652f32, 0.754f32, 0.95f32]
--   [0.199f32, 0.02f32, 0.152f32]
--   [0.126f32, 0.669f32, 0.564f32, 0.218f32]
--   [0.699f32, 0.767f32, 0.168f32, 0.607f32] }
-- output { [-1.59726715f32, -0.693182886f32, 1.17554546f32]
--   [-0.771981702f32, -1.77979837f32, -0.923383007f32] }
