-- Conversions of halves, by hardware where a target has it: all halves there and back, and the nearest ones of floats
-- and doubles of every size.
def bits (x: f16): i64 = if f16.isnan x then 1 else i64.u16 (f16.to_bits x)

-- ==
-- entry: back
-- input { } output { true }
entry back = and (map (\i -> let x = f16.from_bits (u16.i64 i)
                             in f16.isnan x || f16.to_bits (f16.f32 (f32.f16 x)) == u16.i64 i
                                && f16.to_bits (f16.f64 (f64.f16 x)) == u16.i64 i) (iota 65536))

-- ==
-- entry: nearest
-- input { } output { 8425769434i64 2015204356i64 8452070505i64 }
entry nearest =
  let floats = map (\i -> f32.from_bits (u32.i64 i * 65521)) (iota 65536)
  let ties = map (\i -> let x = f16.from_bits (u16.i64 i) in let y = f16.from_bits (u16.i64 i + 1) in (f32.f16 x + f32.f16 y) / 2) (iota 31743)
  let doubles = map (\i -> f64.from_bits (u64.i64 i * 281474976710597)) (iota 65536)
  let sum xs = i64.sum (map2 (\x i -> bits x * (i % 7 + 1)) xs (indices xs))
  in (sum (map f16.f32 floats), sum (map f16.f32 ties), sum (map f16.f64 doubles))
