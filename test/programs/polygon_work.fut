-- Polygons of any number of corners: areas and centroids, points inside, clipping of one by another with growing and
-- shrinking corner lists, hulls by a monotone chain for each cloud, and rendering with coverage.

type point = {x: f64, y: f64}
def mk (x: f64) (y: f64): point = {x, y}
def cross (o: point) (a: point) (b: point): f64 = (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)

def area [n] (p: [n]point): f64 = 0.5 * f64.sum (map2 (\a b -> a.x * b.y - b.x * a.y) p (rotate 1 p))
def centroid [n] (p: [n]point): point =
  let s = 6 * area p
  let parts = map2 (\a b -> let c = a.x * b.y - b.x * a.y in ((a.x + b.x) * c, (a.y + b.y) * c)) p (rotate 1 p)
  let (sx, sy) = reduce (\(a, b) (c, d) -> (a + c, b + d)) (0, 0) parts
  in mk (sx / s) (sy / s)

def is_inside [n] (p: [n]point) (q: point): bool =
  let crosses (a: point) (b: point) = ((a.y > q.y) != (b.y > q.y)) && q.x < (b.x - a.x) * (q.y - a.y) / (b.y - a.y) + a.x
  in i64.sum (map2 (\a b -> i64.bool (crosses a b)) p (rotate 1 p)) % 2 == 1

-- One edge of the window: every corner gives none, one or two corners.
def clip_edge (a: point) (b: point) (p: []point): []point =
  let n = length p
  let side q = cross a b q
  let meet (s: point) (e: point) =
    let (ds, de) = (side s, side e)
    let t = ds / (ds - de)
    in mk (s.x + t * (e.x - s.x)) (s.y + t * (e.y - s.y))
  let both i =
    let (s, e) = (p[(i + n - 1) % n], p[i])
    let (inside_s, inside_e) = (side s >= 0, side e >= 0)
    in if inside_e then (if inside_s then (1i64, e, e) else (2, meet s e, e))
       else if inside_s then (1, meet s e, e) else (0, e, e)
  let parts = map both (iota n)
  let sizes = map (.0) parts
  let ends = scan (+) 0 sizes
  let total = if n == 0 then 0 else last ends
  let out = replicate total (mk 0 0)
  let out = scatter out (map2 (\s e -> if s > 0 then e - s else -1) sizes ends) (map (.1) parts)
  in scatter out (map2 (\s e -> if s > 1 then e - 1 else -1) sizes ends) (map (.2) parts)

def clip [m] (window: [m]point) (p: []point): []point =
  loop p for i < m do clip_edge window[i] window[(i + 1) % m] p

def regular (corners: i64) (cx: f64) (cy: f64) (r: f64) (turn: f64): [corners]point =
  map (\i -> let a = turn + 2 * f64.pi * f64.i64 i / f64.i64 corners in mk (cx + r * f64.cos a) (cy + r * f64.sin a)) (iota corners)

-- Lower and upper chain; points sorted by x, then y.
def hull_area [n] (pts: [n]point): f64 =
  let less (a: point) (b: point) = a.x < b.x || (a.x == b.x && a.y < b.y)
  let rank i = i64.sum (map2 (\q j -> i64.bool (less q pts[i] || (!(less pts[i] q) && j < i))) pts (iota n))
  let sorted = scatter (copy pts) (map rank (iota n)) pts
  let chain (get: i64 -> point) =
    loop (stack, top) = (replicate n (mk 0 0), 0i64) for i < n do
      let q = get i
      let top = loop top while top >= 2 && cross stack[top - 2] stack[top - 1] q <= 0 do top - 1
      in (stack with [top] = q, top + 1)
  let (low, nl) = chain (\i -> sorted[i])
  let (high, nh) = chain (\i -> sorted[n - 1 - i])
  in area (take (nl - 1) low ++ take (nh - 1) high)

def u (i: i64): f64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in f64.u32 (x ^ (x >> 16)) / 4294967296

entry measure [n] (xs: [n]f64) (ys: [n]f64): (f64, f64, f64) =
  let p = map2 mk xs ys
  let c = centroid p
  in (area p, c.x, c.y)

entry clipped [n][m] (xs: [n]f64) (ys: [n]f64) (wx: [m]f64) (wy: [m]f64): ([]f64, []f64) =
  let p = clip (map2 mk wx wy) (map2 mk xs ys)
  in (map (.x) p, map (.y) p)

-- Overlaps of many pairs; corners and sizes vary.
entry overlaps (n: i64): [n]f64 =
  map (\i -> let a = regular (3 + i % 6) (u (4 * i)) (u (4 * i + 1)) (0.3 + u (4 * i + 2) / 2) (u (4 * i + 3))
             let b = regular (3 + i % 4) 0.5 0.5 0.6 0.1
             in area (clip b a)) (iota n)

entry hulls (n: i64) (most: i64): [n]f64 =
  map (\i -> hull_area (map (\j -> mk (u (i * 1000 + 2 * j)) (u (i * 1000 + 2 * j + 1))) (iota (3 + i % most)))) (iota n)

entry coverage (h: i64) (w: i64) (corners: i64): i64 =
  let star = map (\i -> let r = if i % 2 == 0 then 0.45 else 0.2
                        let a = 2 * f64.pi * f64.i64 i / f64.i64 (2 * corners)
                        in mk (0.5 + r * f64.cos a) (0.5 + r * f64.sin a)) (iota (2 * corners))
  let sample y x k = is_inside star (mk ((f64.i64 x + 0.25 + 0.5 * f64.i64 (k % 2)) / f64.i64 w) ((f64.i64 y + 0.25 + 0.5 * f64.i64 (k / 2)) / f64.i64 h))
  in i64.sum (flatten (tabulate_2d h w (\y x -> i64.sum (map (\k -> i64.bool (sample y x k)) (iota 4)))))

-- ==
-- entry: measure
-- input { [0.0f64, 4.0f64, 4.0f64, 2.0f64, 0.0f64] [0.0f64, 0.0f64, 3.0f64, 5.0f64, 3.0f64] }
-- output { 16.0f64 2.0f64 2.0416666666666665f64 }

-- ==
-- entry: clipped
-- input { [0.0f64, 4.0f64, 4.0f64, 2.0f64, 0.0f64] [0.0f64, 0.0f64, 3.0f64, 5.0f64, 3.0f64] [1.0f64, 3.0f64, 3.0f64, 1.0f64] [1.0f64, 1.0f64, 4.0f64, 4.0f64] }
-- output { [1.0f64, 3.0f64, 3.0f64, 3.0f64, 1.0f64, 1.0f64] [1.0f64, 1.0f64, 4.0f64, 4.0f64, 4.0f64, 4.0f64] }
-- input { [0.0f64, 4.0f64, 4.0f64, 2.0f64, 0.0f64] [0.0f64, 0.0f64, 3.0f64, 5.0f64, 3.0f64] [9.0f64, 10.0f64, 10.0f64] [9.0f64, 9.0f64, 10.0f64] }
-- output { empty([0]f64) empty([0]f64) }

-- ==
-- entry: overlaps
-- input { 1i64 } output { [0.05483856224549258f64] }
-- input { 30i64 }
-- output { [0.05483856224549258f64, 0.3716113739696595f64, 0.2787731982393705f64, 0.3823574519432141f64, 0.44595439672052695f64, 0.13426982122625314f64, 0.2543082971668881f64, 0.3723936816814637f64, 0.09970573524488337f64, 0.3362871927238711f64, 0.49275949657072704f64, 0.29587046242528925f64, 0.33423767533483323f64, 0.3477051155185018f64, 0.13975540687074234f64, 0.45493983208072797f64, 0.17321971763133157f64, 0.16998349734979457f64, 0.32822997453528463f64, 0.13556196663644415f64, 0.21990555393689773f64, 0.26030000480605453f64, 0.4576220028833866f64, 0.28104076594026617f64, 0.38045633775927007f64, 0.27614540608080607f64, 0.7220369181704138f64, 0.4286665936664294f64, 0.34056961803527075f64, 0.27559864044090426f64] }

-- ==
-- entry: hulls
-- input { 5i64 4i64 }
-- output { [0.0631412061614652f64, 0.030551711103641327f64, 0.10933915147131057f64, 0.2763024772912939f64, 0.04617637093629659f64] }
-- input { 20i64 12i64 }
-- output { [0.0631412061614652f64, 0.030551711103641327f64, 0.10933915147131057f64, 0.2763024772912939f64, 0.34285477430757033f64, 0.1460643032066654f64, 0.15604802264071854f64, 0.404622486541458f64, 0.35116634304881167f64, 0.4854505825629454f64, 0.483517135081244f64, 0.6108324850886466f64, 0.19068857483941587f64, 0.05795807497808225f64, 0.28134503204844385f64, 0.17798922696839078f64, 0.30905685771743574f64, 0.45241494455380693f64, 0.327092643596558f64, 0.36070644560619686f64] }

-- ==
-- entry: coverage
-- input { 8i64 8i64 5i64 } output { 68i64 }
-- input { 20i64 17i64 7i64 } output { 372i64 }
