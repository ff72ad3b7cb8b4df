-- Convolution with a choice of borders.
-- ==
-- entry: zero
-- input { [[7.0f32, 8.0f32, 7.0f32, 7.0f32, 8.0f32], [3.0f32, 2.0f32, 8.0f32, 7.0f32, 2.0f32], [1.0f32, 7.0f32, 4.0f32, 2.0f32, 1.0f32], [8.0f32, 0.0f32, 6.0f32, 7.0f32, 2.0f32]] }
-- output { [[-18.0f32, -5.0f32, -3.0f32, 4.0f32, 21.0f32], [-19.0f32, -13.0f32, -4.0f32, 14.0f32, 23.0f32], [-16.0f32, -9.0f32, -2.0f32, 16.0f32, 18.0f32], [-7.0f32, 1.0f32, -9.0f32, 11.0f32, 16.0f32]] }

-- ==
-- entry: clamp
-- input { [[7.0f32, 8.0f32, 7.0f32, 7.0f32, 8.0f32], [3.0f32, 2.0f32, 8.0f32, 7.0f32, 2.0f32], [1.0f32, 7.0f32, 4.0f32, 2.0f32, 1.0f32], [8.0f32, 0.0f32, 6.0f32, 7.0f32, 2.0f32]] }
-- output { [[-2.0f32, -5.0f32, -2.0f32, 3.0f32, 2.0f32], [-5.0f32, -13.0f32, -4.0f32, 14.0f32, 10.0f32], [-3.0f32, -9.0f32, -2.0f32, 16.0f32, 12.0f32], [18.0f32, 3.0f32, -16.0f32, 15.0f32, 16.0f32]] }

-- ==
-- entry: wrap
-- input { [[7.0f32, 8.0f32, 7.0f32, 7.0f32, 8.0f32], [3.0f32, 2.0f32, 8.0f32, 7.0f32, 2.0f32], [1.0f32, 7.0f32, 4.0f32, 2.0f32, 1.0f32], [8.0f32, 0.0f32, 6.0f32, 7.0f32, 2.0f32]] }
-- output { [[2.0f32, -3.0f32, -10.0f32, 8.0f32, 3.0f32], [-6.0f32, -13.0f32, -4.0f32, 14.0f32, 9.0f32], [-10.0f32, -9.0f32, -2.0f32, 16.0f32, 5.0f32], [-2.0f32, 1.0f32, -8.0f32, 10.0f32, -1.0f32]] }

type padding = #zero | #clamp | #wrap

def at [h][w] (p: padding) (image: [h][w]f32) (i: i64) (j: i64): f32 =
  match p
  case #zero -> if i >= 0 && i < h && j >= 0 && j < w then image[i, j] else 0
  case #clamp -> image[i64.max 0 (i64.min (h - 1) i), i64.max 0 (i64.min (w - 1) j)]
  case #wrap -> image[i % h, j % w]

def convolve [h][w][a][b] (p: padding) (kernel: [a][b]f32) (image: [h][w]f32): *[h][w]f32 =
  let point i j =
    f32.sum (flatten (tabulate_2d a b (\di dj ->
      kernel[di, dj] * at p image (i + di - a / 2) (j + dj - b / 2))))
  in tabulate_2d h w point

def sobel: [3][3]f32 = [[1, 0, -1], [2, 0, -2], [1, 0, -1]]

entry zero [h][w] (image: [h][w]f32) = convolve #zero sobel image
entry clamp [h][w] (image: [h][w]f32) = convolve #clamp sobel image
entry wrap [h][w] (image: [h][w]f32) = convolve #wrap sobel image
