-- Values of f32 and f16 stay in their precision.
-- ==
-- entry: main
-- input { 16777216f32 } output { true 0f32 }
-- ==
-- entry: tiny
-- input { } output { true false }
entry main (x: f32): (bool, f32) = (x + 1 == x, x + 1 - x)
entry tiny: (bool, bool) = (1 + f32.epsilon != 1, 1 + f32.epsilon / 2 != 1f32)
