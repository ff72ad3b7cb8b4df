-- Functor float bits.
-- ==
-- input { 1.0f32 } output { 1065353216u32 }

module mk (F: float) = {def bits (x: F.t) = F.to_bits x}
module m = mk f32
entry main (x: f32) : u32 = m.bits x
