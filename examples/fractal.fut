-- The Mandelbrot set, near the valley of the sea horses: as a picture, and as text.

-- How long a point takes to leave, as a smooth number; 0 for those that stay.
def escape (limit: i32) (cr: f64) (ci: f64) : f32 =
  let (r, i, steps) =
    loop (r, i, steps) = (0, 0, 0) while steps < limit && r * r + i * i <= 256 do
      (r * r - i * i + cr, 2 * r * i + ci, steps + 1)
  in if steps == limit then 0
     else f32.i32 steps + 1 - f32.log2 (f32.log2 (f32.f64 (r * r + i * i)) / 2)

-- A point of a picture, whose width shows `scale` of the plane.
def point (width: i64) (height: i64) (scale: f64) (x: f64) (y: f64) : (f64, f64) =
  let step = scale / f64.i64 width
  in (-0.7436 + (x - f64.i64 width / 2) * step, 0.1318 + (y - f64.i64 height / 2) * step)

def colour (time: f32) : [3]f32 =
  if time == 0 then [0, 0, 0]
  else let t = f32.sqrt time * 0.9
       in map (\phase -> 0.5 - 0.5 * f32.cos (t + phase)) [0, 0.5, 1.1]

-- Red, green and blue of every pixel, each the mean of 2 by 2 points.
entry picture (width: i64) (height: i64) (limit: i32) : [height][width][3]u8 =
  tabulate_2d height width (\y x ->
    let sample (k: i64) =
      let dx = f64.i64 (k % 2) / 2
      let dy = f64.i64 (k / 2) / 2
      let (cr, ci) = point width height 0.012 (f64.i64 x + dx) (f64.i64 y + dy)
      in colour (escape limit cr ci)
    let (a, b, c, d) = (sample 0, sample 1, sample 2, sample 3)
    in map4 (\a b c d -> u8.f32 (63.75 * (a + b + c + d))) a b c d)

-- The whole set as lines of text, in ASCII. A character is twice as high as it is wide.
entry text (width: i64) (height: i64) (limit: i32) : [height][]u8 =
  let shades = " .:-=+*%#"
  in tabulate height (\y ->
       tabulate width (\x ->
         let cr = f64.i64 x / f64.i64 width * 3.1 - 2.2
         let ci = (f64.i64 y + 0.5) / f64.i64 height * 2.5 - 1.25
         let time = escape limit cr ci
         in if time == 0 then '@' else shades[i64.min 8 (i64.f32 (f32.max 0 (time / 2)))])
       ++ [10])
-- ==
-- entry: picture
-- nobench input { 2i64 2i64 50 }
-- "640 by 400 pixels" notest input { 640i64 400i64 500 }
-- ==
-- entry: text
-- nobench input { 20i64 3i64 30 }
