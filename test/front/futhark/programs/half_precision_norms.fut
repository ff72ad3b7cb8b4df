-- Half precision: values are rounded after every operation.
-- ==
-- entry: third
-- input { [0.0999755859375f16, 1.5f16, -2.25f16, 100.0f16] }
-- output { [0.0333251953125f16, 0.5f16, -0.75f16, 33.3125f16] }

-- ==
-- entry: dotted
-- input { [1.0f16, 2.0f16, 3.0f16] [0.5f16, 0.25f16, 2.0f16] }
-- output { 7.0f32 }

-- ==
-- entry: limits
-- input {  }
-- output { f16.inf 0.0009765625f16 true }

-- ==
-- entry: rounded
-- input { [2049.0f32, 2051.0f32, 1e-08f32, 1000000.0f32] }
-- output { [2048.0f16, 2052.0f16, 0.0f16, f16.inf] }

def scale (k: f16) (xs: []f16): []f16 = map (* k) xs
def dot [n] (xs: [n]f16) (ys: [n]f16): f32 =
  f32.sum (map2 (\x y -> f32.f16 x * f32.f16 y) xs ys)

entry third (xs: []f16): []f16 = scale (1 / 3) xs
entry dotted [n] (xs: [n]f16) (ys: [n]f16): f32 = dot xs ys
entry limits: (f16, f16, bool) = (f16.highest, f16.epsilon, f16.isinf (f16.highest * 2))
entry rounded (xs: []f32): []f16 = map f16.f32 xs
