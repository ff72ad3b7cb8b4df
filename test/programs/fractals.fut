-- Mandelbrot and Julia sets.
module complex = {
  type t = (f32, f32)
  def (+) ((a, b): t) ((c, d): t) : t = (a f32.+ c, b f32.+ d)
  def (*) ((a, b): t) ((c, d): t) : t = (a f32.* c f32.- b f32.* d, a f32.* d f32.+ b f32.* c)
  def norm2 ((a, b): t) = a f32.* a f32.+ b f32.* b
}

def divergence (depth: i32) (c: complex.t) (z: complex.t) : i32 =
  (loop (z, i) = (z, 0) while i < depth && complex.norm2 z < 4 do (complex.(z * z + c), i + 1)).1

def render (w: i64) (h: i64) (f: complex.t -> i32) (xmin: f32) (ymin: f32) (xmax: f32) (ymax: f32) : [h][w]i32 =
  tabulate_2d h w (\y x -> f (xmin + f32.i64 x * (xmax - xmin) / f32.i64 w, ymin + f32.i64 y * (ymax - ymin) / f32.i64 h))

entry main (w: i64) (h: i64) (depth: i32) : [h][w]i32 =
  render w h (\c -> divergence depth c (0, 0)) (-2.25) (-1.5) 0.75 1.5

entry julia (w: i64) (h: i64) (depth: i32) (re: f32) (im: f32) : [h][w]i32 =
  render w h (divergence depth (re, im)) (-1.5) (-1.5) 1.5 1.5

-- ==
-- entry: main
-- input { 8i64
--   6i64
--   20i32 }
-- output { [[1i32, 1i32, 1i32, 2i32, 2i32, 2i32, 2i32, 2i32], [1i32, 1i32, 2i32, 3i32, 3i32, 5i32, 20i32, 3i32], [1i32, 3i32, 3i32, 5i32, 6i32, 20i32, 20i32, 9i32], [1i32, 20i32, 20i32, 20i32, 20i32, 20i32, 20i32, 7i32], [1i32, 3i32, 3i32, 5i32, 6i32, 20i32, 20i32, 9i32], [1i32, 1i32, 2i32, 3i32, 3i32, 5i32, 20i32, 3i32]] }

-- ==
-- entry: julia
-- input { 5i64
--   5i64
--   15i32
--   -0.4f32
--   0.6f32 }
-- output { [[0i32, 1i32, 1i32, 1i32, 1i32], [1i32, 1i32, 2i32, 4i32, 3i32], [1i32, 2i32, 6i32, 15i32, 15i32], [2i32, 15i32, 15i32, 6i32, 2i32], [1i32, 3i32, 4i32, 2i32, 1i32]] }
