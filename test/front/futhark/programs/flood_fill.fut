-- Flood fill by growing a mask until nothing changes.
-- ==
-- input { 0i64 0i64 7u8 [[1u8, 1u8, 0u8, 1u8], [1u8, 0u8, 0u8, 1u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 1u8, 1u8]] }
-- output { [[7u8, 7u8, 0u8, 1u8], [7u8, 0u8, 0u8, 1u8], [7u8, 7u8, 7u8, 0u8], [0u8, 0u8, 7u8, 7u8]] 8i32 }
-- input { 1i64 2i64 9u8 [[1u8, 1u8, 0u8, 1u8], [1u8, 0u8, 0u8, 1u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 1u8, 1u8]] }
-- output { [[1u8, 1u8, 9u8, 1u8], [1u8, 9u8, 9u8, 1u8], [1u8, 1u8, 1u8, 0u8], [0u8, 0u8, 1u8, 1u8]] 3i32 }

def at [h][w] (mask: [h][w]bool) (i: i64) (j: i64) : bool =
  i >= 0 && i < h && j >= 0 && j < w && mask[i, j]

def grow [h][w] (allowed: [h][w]bool) (mask: [h][w]bool) : [h][w]bool =
  tabulate_2d h w (\i j ->
    allowed[i, j]
    && (mask[i, j] || at mask (i - 1) j || at mask (i + 1) j || at mask i (j - 1) || at mask i (j + 1)))

def count [h][w] (mask: [h][w]bool) : i32 =
  flatten mask |> map i32.bool |> i32.sum

entry main [h][w] (i: i64) (j: i64) (colour: u8) (image: [h][w]u8) : ([h][w]u8, i32) =
  let old = image[i, j]
  let allowed = map (map (== old)) image
  let start = replicate h (replicate w false) with [i, j] = true
  let (mask, _) =
    loop (mask, changed) = (start, true) while changed do
      let next = grow allowed mask
      in (next, count next != count mask)
  in (map2 (map2 (\m p -> if m then colour else p)) mask image, count mask)
