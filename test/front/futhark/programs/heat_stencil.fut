-- Heat in a plate: the border is fixed, an inner point becomes the mean of its neighbours.
-- ==
-- input { 1i32 [[100.0f32, 100.0f32, 100.0f32, 100.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [10.0f32, 20.0f32, 30.0f32, 40.0f32]] }
-- output { [[100.0f32, 100.0f32, 100.0f32, 100.0f32], [0.0f32, 25.0f32, 25.0f32, 0.0f32], [0.0f32, 5.0f32, 7.5f32, 0.0f32], [10.0f32, 20.0f32, 30.0f32, 40.0f32]] }
-- input { 10i32 [[100.0f32, 100.0f32, 100.0f32, 100.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [10.0f32, 20.0f32, 30.0f32, 40.0f32]] }
-- output { [[100.0f32, 100.0f32, 100.0f32, 100.0f32], [0.0f32, 40.38574f32, 40.80322f32, 0.0f32], [0.0f32, 20.80322f32, 22.88574f32, 0.0f32], [10.0f32, 20.0f32, 30.0f32, 40.0f32]] }

-- ==
-- entry: residual
-- input { 10i32 [[100.0f32, 100.0f32, 100.0f32, 100.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [0.0f32, 0.0f32, 0.0f32, 0.0f32], [10.0f32, 20.0f32, 30.0f32, 40.0f32]] }
-- output { 0.01586914f32 }

def is_border (h: i64) (w: i64) (i: i64) (j: i64) =
  i == 0 || j == 0 || i == h - 1 || j == w - 1

def step [h][w] (t: [h][w]f32) : [h][w]f32 =
  let update i j =
    if is_border h w i j then t[i, j]
    else 0.25 * (t[i - 1, j] + t[i + 1, j] + t[i, j - 1] + t[i, j + 1])
  in tabulate_2d h w update

def simulate [h][w] (steps: i32) (t: [h][w]f32) = iterate steps step t

entry main [h][w] (steps: i32) (t: [h][w]f32) : [h][w]f32 = simulate steps t

entry residual [h][w] (steps: i32) (t: [h][w]f32) : f32 =
  let a = simulate steps t
  let b = step a
  in map2 (map2 (\x y -> f32.abs (x - y))) a b |> flatten |> f32.maximum
