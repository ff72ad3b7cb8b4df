-- Images: bilateral filter, median by small sorts, Otsu's threshold, Hough's lines, connected regions by labels,
-- distances, and a seam of least energy.

type image [h][w] = [h][w]u8

def clamp (lo: i64) (hi: i64) (x: i64) = i64.max lo (i64.min hi x)
def window 'a [h][w] (r: i64) (img: [h][w]a) (i: i64) (j: i64): [][]a =
  tabulate_2d (2 * r + 1) (2 * r + 1) (\di dj -> img[clamp 0 (h - 1) (i + di - r), clamp 0 (w - 1) (j + dj - r)])

entry median [h][w] (img: image [h][w]): image [h][w] =
  let middle (xs: [9]u8): u8 =
    let xs = copy xs
    let sorted =
      loop xs for i < 9 do
        (loop (xs, j) = (xs, i) while j > 0 && xs[j] < xs[j - 1] do
           let (a, b) = (xs[j - 1], xs[j])
           let xs[j - 1] = b
           let xs[j] = a
           in (xs, j - 1)).0
    in sorted[4]
  in tabulate_2d h w (\i j -> middle (flatten (window 1 img i j) :> [9]u8))

entry bilateral [h][w] (r: i64) (space: f32) (range: f32) (img: image [h][w]): [h][w]f32 =
  let grey = map (map f32.u8) img
  let pixel i j =
    let centre = grey[i, j]
    let (sum, weights) =
      loop (sum, weights) = (0, 0) for di in -r...r do
        loop (sum, weights) for dj in -r...r do
          let v = grey[clamp 0 (h - 1) (i + di), clamp 0 (w - 1) (j + dj)]
          let d2 = f32.i64 (di * di + dj * dj)
          let g = f32.exp (-d2 / (2 * space * space) - (v - centre) ** 2 / (2 * range * range))
          in (sum + g * v, weights + g)
    in sum / weights
  in tabulate_2d h w pixel

entry otsu [h][w] (img: image [h][w]): (i64, i64) =
  let counts = hist (+) 0 256 (map i64.u8 (flatten img)) (rep 1i64)
  let total = h * w
  let below = scan (+) 0 counts
  let mass = scan (+) 0 (map2 (*) counts (iota 256))
  let variance (b: i64) (m: i64): f64 =
    if b == 0 || b == total then 0
    else let (wb, wf) = (f64.i64 b, f64.i64 (total - b))
         let d = f64.i64 m / wb - f64.i64 (mass[255] - m) / wf
         in wb * wf * d * d
  let best = reduce (\(v, i) (u, j) -> if v >= u then (v, i) else (u, j)) (-1, -1) (zip (map2 variance below mass) (iota 256))
  in (best.1, i64.sum (map (\x -> i64.bool (i64.u8 x > best.1)) (flatten img)))

-- Votes of the points above a threshold for lines by angle and distance.
entry hough [h][w] (angles: i64) (threshold: u8) (img: image [h][w]): [angles][]i32 =
  let diagonal = h + w
  let on = filter (\(i, j) -> img[i, j] > threshold) (flatten (tabulate_2d h w (\i j -> (i, j))))
  let votes =
    map (\(i, j) ->
      map (\a -> let angle = f64.pi * f64.i64 a / f64.i64 angles
                 let rho = f64.i64 j * f64.cos angle + f64.i64 i * f64.sin angle
                 in (a, i64.f64 (f64.round rho) + diagonal)) (iota angles)) on
  in reduce_by_index_2d (replicate angles (replicate (2 * diagonal) 0)) (+) 0 (flatten votes) (map (const 1) (flatten votes))

-- Regions of equal colour: labels spread to neighbours until nothing changes, with jumps to the label's label.
entry regions [h][w] (img: image [h][w]): ([h][w]i64, i64) =
  let n = h * w
  let flat = flatten img
  let near p q = if flat[p] == flat[q] then q else p
  let step (labels: [h * w]i64): [h * w]i64 =
    let best p =
      let (i, j) = (p / w, p % w)
      let up = if i > 0 then labels[near p (p - w)] else labels[p]
      let down = if i < h - 1 then labels[near p (p + w)] else labels[p]
      let left = if j > 0 then labels[near p (p - 1)] else labels[p]
      let right = if j < w - 1 then labels[near p (p + 1)] else labels[p]
      in i64.min labels[p] (i64.min (i64.min up down) (i64.min left right))
    let spread = map best (iota (h * w))
    in map (\l -> spread[l]) spread
  let (labels, _) =
    loop (labels, changed) = (iota (h * w), n > 0) while changed do
      let next = step labels
      in (next, or (map2 (!=) labels next))
  let roots = i64.sum (map2 (\l p -> i64.bool (l == p)) labels (iota (h * w)))
  in (unflatten labels, roots)

-- The path from above to below with the least sum of differences; it moves by at most one.
entry seam [h][w] (img: image [h][w]): (i32, [h]i64) =
  let energy i j = i32.abs (i32.u8 img[i, i64.min (w - 1) (j + 1)] - i32.u8 img[i, i64.max 0 (j - 1)])
  let costs = map (energy 0) (iota w)
  let from = replicate h (replicate w 0)
  let (costs, from) =
    loop (costs, from) = (costs, from) for i in 1..<h do
      let pick j =
        let better (a, k) (b, l) = if a <= b then (a, k) else (b, l)
        let at k = if k < 0 || k >= w then (i32.highest, k) else (costs[k], k)
        let (c, k) = better (better (at (j - 1)) (at j)) (at (j + 1))
        in (c + energy i j, k)
      let (cs, ks) = unzip (map pick (iota w))
      in (cs, from with [i] = ks)
  let (best, end) = reduce (\(a, k) (b, l) -> if a < b || (a == b && k <= l) then (a, k) else (b, l)) (i32.highest, w) (zip costs (iota w))
  let (_, path) =
    loop (j, path) = (end, replicate h 0) for k < h do
      let i = h - 1 - k
      in (if i > 0 then from[i, j] else j, path with [i] = j)
  in (best, path)

-- ==
-- entry: median
-- input {
--   [[6u8, 240u8, 57u8, 201u8, 72u8, 22u8], [71u8, 57u8, 118u8, 71u8, 75u8, 16u8], [31u8, 69u8, 118u8, 229u8, 211u8, 104u8], [47u8, 60u8, 10u8, 206u8, 174u8, 101u8], [105u8, 169u8, 200u8, 186u8, 126u8, 107u8]]
-- }
-- output {
--   [[57u8, 57u8, 118u8, 72u8, 72u8, 22u8], [57u8, 69u8, 118u8, 118u8, 75u8, 72u8], [57u8, 60u8, 71u8, 118u8, 104u8, 101u8], [60u8, 69u8, 169u8, 186u8, 174u8, 107u8], [105u8, 105u8, 186u8, 186u8, 126u8, 107u8]]
-- }
-- input { [[111u8]] }
-- output { [[111u8]] }
-- input {
--   [[213u8, 30u8, 26u8, 92u8], [182u8, 68u8, 104u8, 75u8], [192u8, 15u8, 44u8, 224u8], [111u8, 106u8, 221u8, 188u8], [99u8, 169u8, 112u8, 246u8], [21u8, 134u8, 172u8, 150u8], [171u8, 202u8, 246u8, 161u8]]
-- }
-- output {
--   [[182u8, 68u8, 68u8, 92u8], [182u8, 68u8, 68u8, 92u8], [111u8, 106u8, 104u8, 188u8], [111u8, 111u8, 169u8, 221u8], [106u8, 112u8, 169u8, 188u8], [134u8, 169u8, 169u8, 161u8], [171u8, 172u8, 172u8, 161u8]]
-- }

-- ==
-- entry: bilateral
-- input {
--   2i64
--   1.5f32
--   40f32
--   [[6u8, 240u8, 57u8, 201u8, 72u8, 22u8], [71u8, 57u8, 118u8, 71u8, 75u8, 16u8], [31u8, 69u8, 118u8, 229u8, 211u8, 104u8], [47u8, 60u8, 10u8, 206u8, 174u8, 101u8], [105u8, 169u8, 200u8, 186u8, 126u8, 107u8]]
-- }
-- output {
--   [[19.2676353f32, 231.51767f32, 62.5345459f32, 206.924149f32, 61.8979759f32, 29.6250973f32], [55.3371201f32, 56.055687f32, 95.2305374f32, 71.80233f32, 71.5731964f32, 30.041647f32], [45.4547424f32, 63.5497246f32, 104.360741f32, 208.662415f32, 201.01384f32, 99.0590439f32], [56.2908974f32, 62.6825523f32, 38.9175682f32, 194.647873f32, 169.400513f32, 106.035805f32], [100.0588f32, 170.0047f32, 188.219879f32, 182.944656f32, 126.058296f32, 111.286797f32]]
-- }
-- input { 2i64 1.5f32 40f32 [[111u8]] }
-- output { [[111f32]] }

-- ==
-- entry: otsu
-- input {
--   [[6u8, 240u8, 57u8, 201u8, 72u8, 22u8], [71u8, 57u8, 118u8, 71u8, 75u8, 16u8], [31u8, 69u8, 118u8, 229u8, 211u8, 104u8], [47u8, 60u8, 10u8, 206u8, 174u8, 101u8], [105u8, 169u8, 200u8, 186u8, 126u8, 107u8]]
-- }
-- output { 126i64 9i64 }
-- input { [[111u8]] }
-- output { 0i64 1i64 }
-- input {
--   [[213u8, 30u8, 26u8, 92u8], [182u8, 68u8, 104u8, 75u8], [192u8, 15u8, 44u8, 224u8], [111u8, 106u8, 221u8, 188u8], [99u8, 169u8, 112u8, 246u8], [21u8, 134u8, 172u8, 150u8], [171u8, 202u8, 246u8, 161u8]]
-- }
-- output { 112i64 15i64 }
-- input { [[10u8, 10u8], [200u8, 210u8]] }
-- output { 10i64 2i64 }

-- ==
-- entry: hough
-- input {
--   4i64
--   180u8
--   [[6u8, 240u8, 57u8, 201u8, 72u8, 22u8], [71u8, 57u8, 118u8, 71u8, 75u8, 16u8], [31u8, 69u8, 118u8, 229u8, 211u8, 104u8], [47u8, 60u8, 10u8, 206u8, 174u8, 101u8], [105u8, 169u8, 200u8, 186u8, 126u8, 107u8]]
-- }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 4i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 4i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 0i32, 2i32, 1i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 3i32, 1i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]]
-- }
-- input {
--   6i64
--   180u8
--   [[213u8, 30u8, 26u8, 92u8], [182u8, 68u8, 104u8, 75u8], [192u8, 15u8, 44u8, 224u8], [111u8, 106u8, 221u8, 188u8], [99u8, 169u8, 112u8, 246u8], [21u8, 134u8, 172u8, 150u8], [171u8, 202u8, 246u8, 161u8]]
-- }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 3i32, 1i32, 2i32, 3i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 1i32, 0i32, 1i32, 3i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 1i32, 1i32, 2i32, 1i32, 2i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 2i32, 2i32, 1i32, 0i32, 2i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 2i32, 3i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 2i32, 3i32, 2i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32]]
-- }

-- ==
-- entry: regions
-- input {
--   [[0u8, 0u8, 255u8, 0u8, 255u8, 0u8, 0u8], [0u8, 0u8, 255u8, 0u8, 255u8, 255u8, 255u8], [0u8, 0u8, 255u8, 0u8, 255u8, 255u8, 255u8], [0u8, 0u8, 255u8, 0u8, 0u8, 0u8, 0u8], [255u8, 0u8, 0u8, 255u8, 0u8, 255u8, 255u8], [255u8, 255u8, 0u8, 0u8, 255u8, 0u8, 255u8]]
-- }
-- output {
--   [[0i64, 0i64, 2i64, 3i64, 4i64, 5i64, 5i64], [0i64, 0i64, 2i64, 3i64, 4i64, 4i64, 4i64], [0i64, 0i64, 2i64, 3i64, 4i64, 4i64, 4i64], [0i64, 0i64, 2i64, 3i64, 3i64, 3i64, 3i64], [28i64, 0i64, 0i64, 31i64, 3i64, 33i64, 33i64], [28i64, 28i64, 0i64, 0i64, 39i64, 40i64, 33i64]]
--   10i64
-- }
-- input { [[0u8, 255u8, 255u8, 255u8, 255u8]] }
-- output { [[0i64, 1i64, 1i64, 1i64, 1i64]] 2i64 }
-- input {
--   [[0u8, 0u8, 0u8, 255u8, 255u8, 255u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 255u8, 0u8, 255u8, 255u8, 0u8], [0u8, 255u8, 255u8, 255u8, 255u8, 0u8, 255u8, 0u8, 255u8], [0u8, 255u8, 255u8, 0u8, 0u8, 0u8, 255u8, 0u8, 0u8], [0u8, 255u8, 255u8, 0u8, 255u8, 255u8, 0u8, 255u8, 0u8], [0u8, 255u8, 255u8, 255u8, 0u8, 255u8, 255u8, 0u8, 255u8], [0u8, 255u8, 255u8, 0u8, 0u8, 0u8, 255u8, 255u8, 255u8], [255u8, 0u8, 0u8, 0u8, 0u8, 255u8, 255u8, 255u8, 255u8], [0u8, 255u8, 0u8, 0u8, 255u8, 0u8, 255u8, 255u8, 0u8]]
-- }
-- output {
--   [[0i64, 0i64, 0i64, 3i64, 3i64, 3i64, 6i64, 6i64, 6i64], [0i64, 0i64, 0i64, 0i64, 3i64, 14i64, 15i64, 15i64, 6i64], [0i64, 3i64, 3i64, 3i64, 3i64, 14i64, 15i64, 25i64, 26i64], [0i64, 3i64, 3i64, 14i64, 14i64, 14i64, 15i64, 25i64, 25i64], [0i64, 3i64, 3i64, 14i64, 40i64, 40i64, 42i64, 43i64, 25i64], [0i64, 3i64, 3i64, 3i64, 49i64, 40i64, 40i64, 52i64, 40i64], [0i64, 3i64, 3i64, 49i64, 49i64, 49i64, 40i64, 40i64, 40i64], [63i64, 49i64, 49i64, 49i64, 49i64, 40i64, 40i64, 40i64, 40i64], [72i64, 73i64, 49i64, 49i64, 76i64, 77i64, 40i64, 40i64, 80i64]]
--   18i64
-- }

-- ==
-- entry: seam
-- input {
--   [[0u8, 141u8, 194u8, 139u8, 145u8, 153u8], [125u8, 157u8, 206u8, 119u8, 122u8, 72u8], [163u8, 49u8, 96u8, 10u8, 191u8, 252u8], [156u8, 240u8, 132u8, 158u8, 198u8, 203u8], [109u8, 113u8, 210u8, 24u8, 124u8, 122u8]]
-- }
-- output { 107i32 [2i64, 2i64, 2i64, 1i64, 0i64] }
-- input { [[24u8, 210u8, 165u8], [139u8, 55u8, 31u8], [167u8, 127u8, 251u8], [218u8, 72u8, 24u8]] }
-- output { 201i32 [2i64, 2i64, 1i64, 2i64] }
-- input { [[158u8, 160u8, 22u8, 209u8]] }
-- output { 2i32 [0i64] }
