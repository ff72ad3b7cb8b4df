-- Box blur of an image of bytes, channel by channel, and a grey version.
-- ==
-- input { 1i32 [[[10u8, 200u8, 30u8], [255u8, 255u8, 255u8], [0u8, 0u8, 0u8]], [[90u8, 80u8, 70u8], [1u8, 2u8, 3u8], [250u8, 128u8, 64u8]]] }
-- output { [[[81u8, 163u8, 85u8], [96u8, 124u8, 78u8], [112u8, 85u8, 71u8]], [[70u8, 108u8, 66u8], [105u8, 97u8, 62u8], [139u8, 85u8, 57u8]]] }
-- input { 2i32 [[[10u8, 200u8, 30u8], [255u8, 255u8, 255u8], [0u8, 0u8, 0u8]], [[90u8, 80u8, 70u8], [1u8, 2u8, 3u8], [250u8, 128u8, 64u8]]] }
-- output { [[[84u8, 134u8, 76u8], [99u8, 114u8, 72u8], [113u8, 95u8, 68u8]], [[83u8, 119u8, 70u8], [101u8, 105u8, 67u8], [120u8, 92u8, 63u8]]] }

-- ==
-- entry: grey
-- input { [[[10u8, 200u8, 30u8], [255u8, 255u8, 255u8], [0u8, 0u8, 0u8]], [[90u8, 80u8, 70u8], [1u8, 2u8, 3u8], [250u8, 128u8, 64u8]]] }
-- output { [[124u8, 255u8, 0u8], [81u8, 1u8, 157u8]] }

-- ==
-- entry: negative
-- input { [[[10u8, 200u8, 30u8], [255u8, 255u8, 255u8], [0u8, 0u8, 0u8]], [[90u8, 80u8, 70u8], [1u8, 2u8, 3u8], [250u8, 128u8, 64u8]]] }
-- output { [[[245u8, 55u8, 225u8], [0u8, 0u8, 0u8], [255u8, 255u8, 255u8]], [[165u8, 175u8, 185u8], [254u8, 253u8, 252u8], [5u8, 127u8, 191u8]]] }

def split_channels [h][w] (image: [h][w][3]u8) : ([h][w]f32, [h][w]f32, [h][w]f32) =
  let channel c = map (map (\p -> f32.u8 p[c])) image
  in (channel 0, channel 1, channel 2)

def join_channels [h][w] (r: [h][w]f32) (g: [h][w]f32) (b: [h][w]f32) : [h][w][3]u8 =
  map3 (map3 (\x y z -> map (\v -> u8.f32 (f32.floor (v + 0.01))) [x, y, z])) r g b

def blur_channel [h][w] (c: [h][w]f32) : [h][w]f32 =
  let clamp n i = i64.max 0 (i64.min i (n - 1))
  let pixel i j = c[clamp h i, clamp w j]
  in tabulate_2d h w (\i j ->
       (pixel (i - 1) (j - 1) + pixel (i - 1) j + pixel (i - 1) (j + 1)
        + pixel i (j - 1) + pixel i j + pixel i (j + 1)
        + pixel (i + 1) (j - 1) + pixel (i + 1) j + pixel (i + 1) (j + 1))
       / 9)

def blur [h][w] (image: [h][w][3]u8) : [h][w][3]u8 =
  let (r, g, b) = split_channels image
  in join_channels (blur_channel r) (blur_channel g) (blur_channel b)

entry main [h][w] (n: i32) (image: [h][w][3]u8) : [h][w][3]u8 = iterate n blur image

entry grey [h][w] (image: [h][w][3]u8) : [h][w]u8 =
  let weights = [77u32, 151, 28]
  in map (map (\p -> u8.u32 (u32.sum (map2 (*) weights (map u32.u8 p)) >> 8))) image

entry negative [h][w] (image: [h][w][3]u8) : [h][w][3]u8 = map (map (map (255 -))) image
