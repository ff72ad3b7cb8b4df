-- How many steps each point of the plane takes to leave the circle of radius 2.
def escape (limit: i32) (cr: f32) (ci: f32): i32 =
  let (_, _, steps) =
    loop (r, i, steps) = (0, 0, 0) while steps < limit && r * r + i * i <= 4 do
      (r * r - i * i + cr, 2 * r * i + ci, steps + 1)
  in steps

entry main (width: i64) (height: i64) (limit: i32): [height][width]i32 =
  tabulate_2d height width (\y x ->
    escape limit (f32.i64 x * 3 / f32.i64 width - 2) (f32.i64 y * 2 / f32.i64 height - 1))
-- ==
-- input { 3i64 2i64 10 } output { [[1, 3, 10], [10, 10, 10]] }
