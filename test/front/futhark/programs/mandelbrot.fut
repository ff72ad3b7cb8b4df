-- Escape times, with complex numbers as pairs and a while loop per pixel.
-- ==
-- input { 6i64 5i64 30i32 -2.05f64 -1.23f64 0.97f64 1.37f64 }
-- output { [[1i32, 2i32, 3i32, 3i32, 3i32, 2i32], [1i32, 3i32, 3i32, 8i32, 30i32, 4i32], [1i32, 5i32, 30i32, 30i32, 30i32, 6i32], [1i32, 4i32, 30i32, 30i32, 30i32, 8i32], [1i32, 3i32, 3i32, 4i32, 12i32, 3i32]] }

type complex = (f64, f64)

def add_complex (a: complex) (b: complex) : complex = (a.0 + b.0, a.1 + b.1)
def mul_complex (a, b) (c, d) : complex = (a * c - b * d, a * d + b * c)
def dot (r: f64, i: f64) = r * r + i * i

def divergence (limit: i32) (c0: complex) : i32 =
  let (_, i) =
    loop (c, i) = ((0, 0), 0) while i < limit && dot c < 4 do
      (add_complex c0 (mul_complex c c), i + 1)
  in i

entry main (width: i64) (height: i64) (limit: i32)
           (xmin: f64) (ymin: f64) (xmax: f64) (ymax: f64) : [height][width]i32 =
  let dx = (xmax - xmin) / f64.i64 width
  let dy = (ymax - ymin) / f64.i64 height
  in tabulate_2d height width (\j i ->
       divergence limit (xmin + f64.i64 i * dx, ymin + f64.i64 j * dy))
