-- Valid, same and two-dimensional convolutions with sizes in the types.
-- ==
-- input { [1.0f32, 2.0f32, 3.0f32, 4.0f32, 5.0f32] [1.0f32, 0.0f32, -1.0f32] }
-- output { [-2.0f32, -2.0f32, -2.0f32] }

-- ==
-- entry: same
-- input { [1i32, 2i32, 3i32] [1i32, 1i32, 1i32] } output { [3i32, 6i32, 5i32] }

-- ==
-- entry: two_dimensional
-- input { [[1i32, 2i32, 3i32, 0i32], [4i32, 5i32, 6i32, 1i32], [7i32, 8i32, 9i32, 2i32], [0i32, 1i32, 0i32, 3i32]] [[1i32, 0i32], [0i32, -1i32]] }
-- output { [[-4i32, -4i32, 2i32], [-4i32, -4i32, 4i32], [6i32, 8i32, 6i32]] }

-- ==
-- entry: medians
-- input { [5i32, 1i32, 4i32, 2i32, 3i32] 3i64 } output { [4i32, 2i32, 3i32] }

def windows [n] 't (k: i64) (xs: [n]t) : [n - k + 1][k]t =
  tabulate (n - k + 1) (\i -> xs[i:i + k] :> [k]t)

def correlate [n][k] (xs: [n]f32) (kernel: [k]f32) : [n - k + 1]f32 =
  map (\w -> reduce (+) 0 (map2 (*) w kernel)) (windows k xs)

entry main [n][k] (xs: [n]f32) (kernel: [k]f32) = correlate xs kernel

-- Outside of the array everything is zero.
entry same [n][k] (xs: [n]i32) (kernel: [k]i32) : [n]i32 =
  let get i = if i < 0 || i >= n then 0 else xs[i]
  in tabulate n (\i -> i32.sum (tabulate k (\j -> get (i + j - k / 2) * kernel[j])))

entry two_dimensional [h][w][p][q] (image: [h][w]i32) (kernel: [p][q]i32) : [h - p + 1][w - q + 1]i32 =
  tabulate_2d (h - p + 1) (w - q + 1) (\i j ->
    let window = image[i:i + p, j:j + q] :> [p][q]i32
    in map2 (map2 (*)) window kernel |> map i32.sum |> i32.sum)

def sort_small [k] (xs: [k]i32) : [k]i32 =
  loop ys = copy xs for i < k do
    loop ys for j < k - 1 - i do
      if ys[j] > ys[j + 1]
      then let (a, b) = (ys[j], ys[j + 1])
           in ys with [j] = b with [j + 1] = a
      else ys

entry medians [n] (xs: [n]i32) (k: i64) : []i32 =
  windows k xs |> map sort_small |> map (\w -> w[k / 2])
