-- Edges in an image: grey, blur, gradients, suppression of what is not maximal, two thresholds, growth (after Canny).
def clamp (lo: i64) (hi: i64) (x: i64) = i64.max lo (i64.min hi x)

def convolve [h] [w] [k] (kernel: [k]f32) (horizontal: bool) (a: [h][w]f32) : [h][w]f32 =
  let r = k / 2
  in tabulate_2d h w (\y x ->
       f32.sum (map2 (\c d -> c * (if horizontal then a[y, clamp 0 (w - 1) (x + d - r)] else a[clamp 0 (h - 1) (y + d - r), x]))
                     kernel (iota k)))

def gaussian : [5]f32 = map (/ 16) [1, 4, 6, 4, 1]

def direction (dx: f32) (dy: f32) : i8 =
  let (ax, ay) = (f32.abs dx, f32.abs dy)
  in if ay <= 0.414 * ax then 0 else if ax <= 0.414 * ay then 2 else if dx * dy > 0 then 1 else 3

entry main [h] [w] (low: f32) (high: f32) (image: [h][w][3]u8) : [h][w]bool =
  let grey = map (map (\p -> 0.3 * f32.u8 p[0] + 0.59 * f32.u8 p[1] + 0.11 * f32.u8 p[2])) image
  let smooth = convolve gaussian true (convolve gaussian false grey)
  let dx = convolve [-1, 0, 1] true smooth
  let dy = convolve [-1, 0, 1] false smooth
  let magnitude = map2 (map2 (\a b -> f32.sqrt (a * a + b * b))) dx dy
  let directions = map2 (map2 direction) dx dy
  let strength = tabulate_2d h w (\y x ->
    if y == 0 || x == 0 || y == h - 1 || x == w - 1 then 0u8 else
    let (oy, ox) = match directions[y, x] case 0 -> (0, 1) case 1 -> (1, 1) case 2 -> (1, 0) case _ -> (1, -1)
    let m = magnitude[y, x]
    in if m < magnitude[y + oy, x + ox] || m < magnitude[y - oy, x - ox] then 0
       else if m >= high then 2 else if m >= low then 1 else 0)
  let (result, _) =
    loop (s, changed) = (strength, true) while changed do
      let s' = tabulate_2d h w (\y x ->
        if s[y, x] != 1 then s[y, x] else
        let near = tabulate_2d 3 3 (\i j -> s[clamp 0 (h - 1) (y + i - 1), clamp 0 (w - 1) (x + j - 1)] == 2)
        in if or (flatten near) then 2 else 1)
      in (s', or (flatten (map2 (map2 (!=)) s s')))
  in map (map (== 2)) result

-- ==
-- entry: main
-- input { 8f32
--   15f32
--   [[[14u8, 14u8, 14u8], [14u8, 14u8, 17u8], [2u8, 2u8, 16u8], [0u8, 0u8, 9u8], [42u8, 42u8, 15u8], [40u8, 40u8, 7u8], [43u8, 43u8, 15u8], [55u8, 55u8, 8u8], [40u8, 40u8, 11u8]], [[9u8, 9u8, 4u8], [6u8, 6u8, 16u8], [5u8, 5u8, 10u8], [14u8, 14u8, 15u8], [47u8, 47u8, 10u8], [52u8, 52u8, 8u8], [46u8, 46u8, 20u8], [53u8, 53u8, 6u8], [46u8, 46u8, 12u8]], [[7u8, 7u8, 18u8], [10u8, 10u8, 6u8], [4u8, 4u8, 4u8], [15u8, 15u8, 11u8], [41u8, 41u8, 2u8], [48u8, 48u8, 5u8], [43u8, 43u8, 14u8], [55u8, 55u8, 8u8], [46u8, 46u8, 13u8]], [[12u8, 12u8, 20u8], [15u8, 15u8, 10u8], [14u8, 14u8, 10u8], [2u8, 2u8, 1u8], [48u8, 48u8, 19u8], [41u8, 41u8, 8u8], [51u8, 51u8, 9u8], [40u8, 40u8, 20u8], [44u8, 44u8, 12u8]], [[14u8, 14u8, 6u8], [0u8, 0u8, 8u8], [7u8, 7u8, 4u8], [1u8, 1u8, 20u8], [43u8, 43u8, 14u8], [43u8, 43u8, 20u8], [51u8, 51u8, 2u8], [46u8, 46u8, 6u8], [55u8, 55u8, 8u8]], [[45u8, 45u8, 0u8], [55u8, 55u8, 17u8], [41u8, 41u8, 5u8], [47u8, 47u8, 8u8], [91u8, 91u8, 17u8], [85u8, 85u8, 12u8], [87u8, 87u8, 2u8], [93u8, 93u8, 12u8], [84u8, 84u8, 14u8]], [[54u8, 54u8, 6u8], [40u8, 40u8, 12u8], [50u8, 50u8, 14u8], [50u8, 50u8, 20u8], [86u8, 86u8, 3u8], [83u8, 83u8, 6u8], [87u8, 87u8, 12u8], [82u8, 82u8, 9u8], [90u8, 90u8, 8u8]], [[40u8, 40u8, 11u8], [42u8, 42u8, 1u8], [54u8, 54u8, 10u8], [53u8, 53u8, 8u8], [95u8, 95u8, 0u8], [86u8, 86u8, 2u8], [93u8, 93u8, 1u8], [85u8, 85u8, 17u8], [90u8, 90u8, 4u8]]] }
-- output { [[false, false, false, false, false, false, false, false, false], [false, false, false, false, true, false, false, false, false], [false, false, false, false, true, false, false, false, false], [false, false, false, false, false, false, false, false, false], [false, false, false, false, true, true, true, true, false], [false, true, false, true, true, false, false, false, false], [false, false, false, true, false, false, false, false, false], [false, false, false, false, false, false, false, false, false]] }
