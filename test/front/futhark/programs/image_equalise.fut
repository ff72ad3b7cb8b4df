-- Histogram equalisation.
-- ==
-- entry: counts
-- input { [[5i32, 2i32, 6i32, 0i32, 1i32, 1i32], [5i32, 0i32, 3i32, 0i32, 1i32, 6i32], [6i32, 1i32, 3i32, 1i32, 6i32, 0i32], [1i32, 3i32, 0i32, 6i32, 0i32, 3i32], [0i32, 2i32, 4i32, 6i32, 2i32, 1i32]] }
-- output { [7i32, 7i32, 3i32, 4i32, 1i32, 2i32, 6i32, 0i32] }

-- ==
-- entry: main
-- input { [[5i32, 2i32, 6i32, 0i32, 1i32, 1i32], [5i32, 0i32, 3i32, 0i32, 1i32, 6i32], [6i32, 1i32, 3i32, 1i32, 6i32, 0i32], [1i32, 3i32, 0i32, 6i32, 0i32, 3i32], [0i32, 2i32, 4i32, 6i32, 2i32, 1i32]] }
-- output { [[5i32, 3i32, 7i32, 0i32, 2i32, 2i32], [5i32, 0i32, 4i32, 0i32, 2i32, 7i32], [7i32, 2i32, 4i32, 2i32, 7i32, 0i32], [2i32, 4i32, 0i32, 7i32, 0i32, 4i32], [0i32, 3i32, 4i32, 7i32, 3i32, 2i32]] }

def levels: i64 = 8

def histogram [n] (xs: [n]i32): [levels]i32 =
  hist (+) 0 levels (map i64.i32 xs) (replicate n 1)

def equalise [h][w] (image: [h][w]i32): [h][w]i32 =
  let cdf = scan (+) 0 (histogram (flatten image))
  let smallest = i32.minimum (map (\c -> if c > 0 then c else i32.highest) cdf)
  let total = i32.i64 (h * w)
  let lut = map (\c -> (c - smallest) * i32.i64 (levels - 1) / i32.max 1 (total - smallest)) cdf
  in map (map (\x -> lut[x])) image

entry counts (image: [][]i32): []i32 = histogram (flatten image)
entry main [h][w] (image: [h][w]i32): [h][w]i32 = equalise image
