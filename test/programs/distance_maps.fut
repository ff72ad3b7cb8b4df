-- Distances on grids: the exact Euclidean transform by lower envelopes of parabolas in rows and columns, Voronoi cells by
-- jump flooding, geodesic distances by sweeps until nothing changes, and a skeleton by thinning.

def far: i64 = 1 << 40

-- Lower envelope of the parabolas (x - q)^2 + f[q]; a stack of their places and of the borders between them.
def envelope [n] (f: [n]i64): [n]i64 =
  let meet p q = -- where q becomes better than p, rounded up; p < q
    let num = (f[q] + q * q) - (f[p] + p * p)
    in -((-num) // (2 * (q - p))) + i64.bool (num > 0 && num %% (2 * (q - p)) != 0)
  let (places, borders, top) =
    loop (places, borders, top) = (replicate n 0i64, replicate (n + 1) (-far), 0i64) for q in 1..<n do
      let (top, s) = loop (top, s) = (top, meet places[top] q) while top > 0 && s <= borders[top] do
        (top - 1, meet places[top - 1] q)
      in if s <= borders[top] && top == 0
         then (places with [0] = q, borders, 0)
         else (places with [top + 1] = q, borders with [top + 1] = s, top + 1)
  let (out, _) = loop (out, k) = (replicate n 0i64, 0i64) for x < n do
    let k = loop k while k < top && borders[k + 1] <= x do k + 1
    let p = places[k]
    in (out with [x] = (x - p) * (x - p) + f[p], k)
  in out

def exact [h][w] (image: [h][w]bool): [h][w]i64 =
  let start = map (map (\b -> if b then 0 else far)) image
  let columns = map envelope (transpose start)
  in map envelope (transpose columns)

type seed = {x: i32, y: i32, id: i32}

def jump_flood [h][w] (seeds: [h][w]seed): [h][w]seed =
  let dist y x (s: seed) = if s.id < 0 then i64.highest
                           else let (dx, dy) = (x - i64.i32 s.x, y - i64.i32 s.y) in dx * dx + dy * dy
  let nearer y x (a: seed) (b: seed): seed =
    let (da, db) = (dist y x a, dist y x b)
    in if da < db || (da == db && a.id <= b.id) then a else b
  let largest = loop k = 1 while k < i64.max h w do k * 2
  let steps = [1] ++ (loop (ks: []i64, k) = ([], largest / 2) while k >= 1 do (ks ++ [k], k / 2)).0 ++ [1]
  in loop seeds for k in steps do
       tabulate_2d h w (\y x ->
         loop best = seeds[y, x] for (dy, dx) in [(-1i64, -1i64), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] do
           let (yy, xx) = (y + dy * k, x + dx * k)
           in if yy < 0 || yy >= h || xx < 0 || xx >= w then best else nearer y x best seeds[yy, xx])

-- Steps around walls: every cell looks at its four neighbours, in rounds of several sweeps.
def geodesic [h][w] (free: [h][w]bool) (sy: i64) (sx: i64): [h][w]i64 =
  let at (d: [h][w]i64) y x = if y < 0 || y >= h || x < 0 || x >= w then far else d[y, x]
  let sweep (d: [h][w]i64) =
    tabulate_2d h w (\y x -> if !free[y, x] then far
                             else i64.min d[y, x] (1 + i64.min (i64.min (at d (y - 1) x) (at d (y + 1) x)) (i64.min (at d y (x - 1)) (at d y (x + 1)))))
  let start = tabulate_2d h w (\y x -> if y == sy && x == sx then 0 else far)
  let (d, _) = loop (d, go) = (start, true) while go do
    let d' = iterate 4 sweep d
    in (d', or (map2 (\a b -> or (map2 (!=) a b)) d d'))
  in d

-- Zhang and Suen: two half-steps that peel the border, until nothing changes.
def thin [h][w] (image: [h][w]bool): [h][w]bool =
  let get (im: [h][w]bool) y x = y >= 0 && y < h && x >= 0 && x < w && im[y, x]
  let pass (odd: bool) (im: [h][w]bool): [h][w]bool =
    tabulate_2d h w (\y x ->
      let p = [get im (y - 1) x, get im (y - 1) (x + 1), get im y (x + 1), get im (y + 1) (x + 1),
               get im (y + 1) x, get im (y + 1) (x - 1), get im y (x - 1), get im (y - 1) (x - 1)]
      let b = i64.sum (map i64.bool p)
      let a = i64.sum (map2 (\u v -> i64.bool (!u && v)) p (rotate 1 p))
      let c = if odd then !(p[0] && p[2] && p[4]) && !(p[2] && p[4] && p[6])
              else !(p[0] && p[2] && p[6]) && !(p[0] && p[4] && p[6])
      in im[y, x] && !(b >= 2 && b <= 6 && a == 1 && c))
  in (loop (im, go) = (image, true) while go do
        let next = pass false (pass true im)
        in (next, or (flatten (map2 (map2 (!=)) next im)))).0

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

entry euclidean (h: i64) (w: i64) (one_in: i64): (i64, i64) =
  let d = flatten (exact (tabulate_2d h w (\y x -> noise (y * w + x) % one_in == 0)))
  in (i64.sum (map2 (\v i -> v * (i % 10 + 1)) d (indices d)), i64.maximum d)

entry transform [h][w] (image: [h][w]bool): [h][w]i64 = exact image

entry cells (h: i64) (w: i64) (k: i64): [k]i64 =
  let start = replicate h (replicate w {x = -1i32, y = -1i32, id = -1i32})
  let places = map (\i -> (noise (2 * i) % h, noise (2 * i + 1) % w)) (iota k)
  let start = loop g = start for i < k do
    let (y, x) = places[i]
    in if g[y, x].id >= 0 then g else g with [y, x] = {x = i32.i64 x, y = i32.i64 y, id = i32.i64 i}
  let g = flatten (jump_flood start)
  in hist (+) 0 k (map (\s -> i64.i32 s.id) g) (map (const 1) g)

entry maze (h: i64) (w: i64): (i64, i64) =
  let free = tabulate_2d h w (\y x -> (y == 0 && x == 0) || noise (y * w + x + 17) % 4 != 0)
  let d = filter (< far) (flatten (geodesic free 0 0))
  in (length d, i64.maximum d)

entry skeleton [h][w] (image: [h][w]u8): [h][w]u8 = map (map u8.bool) (thin (map (map (== 1)) image))

-- ==
-- entry: euclidean
-- input { 6i64 9i64 5i64 } output { 992i64 10i64 }
-- input { 25i64 20i64 9i64 } output { 9098i64 17i64 }

-- ==
-- entry: transform
-- input { [[false, false, false, false, false, false, false], [false, false, true, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, false], [false, false, false, false, false, false, true]] }
-- output { [[5i64, 2i64, 1i64, 2i64, 5i64, 10i64, 16i64], [4i64, 1i64, 0i64, 1i64, 4i64, 9i64, 9i64], [5i64, 2i64, 1i64, 2i64, 5i64, 5i64, 4i64], [8i64, 5i64, 4i64, 5i64, 5i64, 2i64, 1i64], [13i64, 10i64, 9i64, 9i64, 4i64, 1i64, 0i64]] }

-- ==
-- entry: cells
-- input { 8i64 8i64 3i64 } output { [20i64, 20i64, 24i64] }
-- input { 20i64 13i64 6i64 } output { [34i64, 74i64, 34i64, 53i64, 39i64, 26i64] }

-- ==
-- entry: maze
-- input { 6i64 7i64 } output { 30i64 13i64 }
-- input { 20i64 25i64 } output { 365i64 49i64 }

-- ==
-- entry: skeleton
-- input { [[0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8]] }
-- output { [[0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 1u8, 1u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8], [0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8, 0u8]] }
