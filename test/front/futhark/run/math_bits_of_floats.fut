-- The bits of floats of all widths.
-- ==
-- entry: main
-- input { 1.0f32 } output { 1065353216u32 1f32 -1f32 0 }
-- input { -2.0f32 } output { 3221225472u32 -2f32 -2f32 1 }
-- ==
-- entry: wide
-- input { 1.0 } output { 4607182418800017408u64 15360u16 1.0000000000000002 }
entry main (x: f32): (u32, f32, f32, i32) =
  (f32.to_bits x, f32.from_bits (f32.to_bits x), f32.set_bit 31 x 1, f32.get_bit 31 x)
entry wide (x: f64): (u64, u16, f64) = (f64.to_bits x, f16.to_bits (f16.f64 x), f64.nextafter x 2)
