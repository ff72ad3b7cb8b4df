-- Segmented operations, expansion of irregular work, and what is drawn with them: lines and filled triangles.

def segmented_scan [n] 't (g: t -> t -> t) (ne: t) (flags: [n]bool) (vals: [n]t): [n]t =
  let pairs = scan (\(v1, f1) (v2, f2) ->
                      let f = f1 || f2
                      let v = if f2 then v2 else g v1 v2
                      in (v, f)) (ne, false) (zip vals flags)
  let (res, _) = unzip pairs
  in res

def segmented_reduce [n] 't (g: t -> t -> t) (ne: t) (flags: [n]bool) (vals: [n]t) =
  let as = segmented_scan g ne flags vals
  let segment_ends = rotate 1 flags
  let ends_if = map i64.bool segment_ends
  let scanned_ends = scan (+) 0 ends_if
  let num_segments = if n > 0 then last scanned_ends else 0
  let index i f = if f then i - 1 else -1
  in scatter (replicate num_segments ne) (map2 index scanned_ends segment_ends) as

def replicated_iota [n] (reps: [n]i64): []i64 =
  let s1 = scan (+) 0 reps
  let s2 = map (\i -> if i == 0 then 0 else s1[i - 1]) (iota n)
  let tmp = reduce_by_index (replicate (reduce (+) 0 reps) 0) i64.max 0 s2 (iota n)
  let flags = map (> 0) tmp
  in segmented_scan (+) 0 flags tmp

def segmented_iota [n] (flags: [n]bool): [n]i64 =
  let iotas = segmented_scan (+) 0 flags (replicate n 1)
  in map (\x -> x - 1) iotas

def expand 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (arr: []a): []b =
  let szs = map sz arr
  let idxs = replicated_iota szs
  let iotas = segmented_iota (map2 (!=) idxs (rotate (-1) idxs))
  in map2 (\i j -> get arr[i] j) idxs iotas

def expand_reduce 'a 'b (sz: a -> i64) (get: a -> i64 -> b) (op: b -> b -> b) (ne: b) (arr: []a): []b =
  let szs = map sz arr
  let idxs = replicated_iota szs
  let flags = map3 (\x y i -> i == 0 || x != y) idxs (rotate (-1) idxs) (indices idxs)
  let iotas = segmented_iota flags
  let vs = map2 (\i j -> get arr[i] j) idxs iotas
  in segmented_reduce op ne flags vs

type point = (i64, i64)
type line = (point, point)

def compare (v1: i64) (v2: i64): i64 = if v2 > v1 then 1 else if v1 > v2 then -1 else 0
def slope ((x1, y1): point) ((x2, y2): point): f32 =
  if x2 == x1 then if y2 > y1 then 1 else -1
  else f32.i64 (y2 - y1) / f32.abs (f32.i64 (x2 - x1))

def points_in_line (((x1, y1), (x2, y2)): line) = 1 + i64.max (i64.abs (x2 - x1)) (i64.abs (y2 - y1))
def linepoint (((x1, y1), (x2, y2)): line) (i: i64): point =
  let dx = i64.abs (x2 - x1)
  let dy = i64.abs (y2 - y1)
  in if dx >= dy
     then let sl = slope (x1, y1) (x2, y2)
          in (x1 + i * compare x1 x2, y1 + i64.f32 (f32.round (sl * f32.i64 i)))
     else let sl = slope (y1, x1) (y2, x2)
          in (x1 + i64.f32 (f32.round (sl * f32.i64 i)), y1 + i * compare y1 y2)

def draw [h][w][n] (grid: *[h][w]i32) (lines: [n]line): [h][w]i32 =
  let pts = expand points_in_line linepoint lines
  let inside ((x, y): point) = x >= 0 && x < w && y >= 0 && y < h
  let pts = filter inside pts
  in scatter_2d grid (map (\(x, y) -> (y, x)) pts) (map (const 1) pts)

type triangle = {a: point, b: point, c: point, colour: i32}

-- Scan lines of a triangle: sorted by y, then from edge to edge.
def swap_if ((_, y1): point) ((_, y2): point) = y1 > y2
def normalise (t: triangle): triangle =
  let (a, b) = if swap_if t.a t.b then (t.b, t.a) else (t.a, t.b)
  let (b, c) = if swap_if b t.c then (t.c, b) else (b, t.c)
  let (a, b) = if swap_if a b then (b, a) else (a, b)
  in t with a = a with b = b with c = c

def edge (p: point) (q: point) (y: i64): i64 =
  if p.1 == q.1 then p.0 else p.0 + (q.0 - p.0) * (y - p.1) / (q.1 - p.1)

def span_of (t: triangle) (i: i64): (line, i32) =
  let y = t.a.1 + i
  let x1 = edge t.a t.c y
  let x2 = if y < t.b.1 then edge t.a t.b y else edge t.b t.c y
  in (((i64.min x1 x2, y), (i64.max x1 x2, y)), t.colour)

def fill [h][w][n] (grid: *[h][w]i32) (ts: [n]triangle): [h][w]i32 =
  let spans = expand (\t -> t.c.1 - t.a.1 + 1) span_of (map normalise ts)
  let pts = expand (\((p, q), _) -> q.0 - p.0 + 1) (\((p, _), colour) i -> ((p.0 + i, p.1), colour)) spans
  let (is, vs) = unzip (map (\((x, y), colour) -> ((if x < 0 || x >= w then -1 else y, x), colour)) pts)
  in reduce_by_index_2d grid i32.max 0 is vs

entry lines [n] (h: i64) (w: i64) (xs1: [n]i64) (ys1: [n]i64) (xs2: [n]i64) (ys2: [n]i64): [h][w]i32 =
  draw (replicate h (replicate w 0)) (zip (zip xs1 ys1) (zip xs2 ys2))

entry triangles [n] (h: i64) (w: i64) (vs: [n][6]i64): [h][w]i32 =
  let t i v = {a = (v[0], v[1]), b = (v[2], v[3]), c = (v[4], v[5]), colour = i32.i64 i + 1}
  in fill (replicate h (replicate w 0)) (map2 t (iota n) vs)

-- Sums of the divisors of each number, by expansion.
entry divisor_sums (n: i64): []i64 =
  expand_reduce (\k -> k) (\k i -> if k % (i + 1) == 0 then i + 1 else 0) (+) 0 (1...n)

entry words [n] (text: [n]u8): ([]i64, []i64) =
  let is_space c = c == ' ' || c == '\n'
  let starts = map2 (\c i -> !(is_space c) && (i == 0 || is_space text[i - 1])) text (iota n)
  let lens = segmented_scan (+) 0 (map2 (\s c -> s || is_space c) starts text) (map (\c -> i64.bool (!(is_space c))) text)
  let ends = map (\i -> !(is_space text[i]) && (i == n - 1 || is_space text[i + 1])) (iota n)
  let (ps, ls, _) = unzip3 (filter (.2) (zip3 (map2 (-) (iota n) lens) lens ends))
  in (map (+ 1) ps, ls)

-- ==
-- entry: lines
-- input { 10i64 12i64 [4i64, 14i64, 1i64, 8i64, 12i64] [-1i64, -3i64, 12i64, 5i64, 4i64] [3i64, 12i64, 14i64, 14i64, 12i64] [9i64, 1i64, 4i64, 1i64, 9i64] }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32]]
-- }
-- input { 6i64 6i64 [8i64] [-3i64] [7i64] [-2i64] }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32]]
-- }
-- input { 4i64 5i64 empty([0]i64) empty([0]i64) empty([0]i64) empty([0]i64) }
-- output { [[0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32]] }
-- input {
--   25i64
--   30i64
--   [7i64, -1i64, 16i64, -2i64, 14i64, 27i64, 21i64, 24i64, 22i64]
--   [20i64, 22i64, 15i64, 11i64, 27i64, 26i64, 1i64, 25i64, 8i64]
--   [3i64, -1i64, 5i64, 28i64, 10i64, 13i64, 24i64, 16i64, 23i64]
--   [13i64, 23i64, 9i64, 15i64, 8i64, 14i64, 15i64, 10i64, 15i64]
-- }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 1i32, 1i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 0i32, 1i32, 0i32, 0i32, 0i32, 0i32]]
-- }

-- ==
-- entry: triangles
-- input { 12i64 14i64 [[5i64, 8i64, -2i64, 6i64, 3i64, 8i64], [15i64, 1i64, 4i64, 6i64, 7i64, 1i64], [0i64, 13i64, 13i64, 0i64, 9i64, 0i64], [11i64, 2i64, -2i64, 7i64, 11i64, 11i64]] }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 3i32, 3i32, 3i32, 3i32, 3i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 3i32, 3i32, 3i32, 3i32, 3i32, 2i32], [0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 3i32, 3i32, 3i32, 3i32, 4i32, 2i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 2i32, 3i32, 3i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 0i32, 0i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 0i32, 3i32, 3i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 0i32, 3i32, 3i32, 0i32, 0i32, 0i32, 4i32, 4i32, 4i32, 4i32, 4i32, 0i32, 0i32], [0i32, 3i32, 3i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 4i32, 0i32, 0i32]]
-- }
-- input { 5i64 5i64 [[-1i64, -2i64, -2i64, 4i64, 3i64, 6i64]] }
-- output { [[1i32, 0i32, 0i32, 0i32, 0i32], [1i32, 0i32, 0i32, 0i32, 0i32], [1i32, 1i32, 0i32, 0i32, 0i32], [1i32, 1i32, 0i32, 0i32, 0i32], [1i32, 1i32, 1i32, 0i32, 0i32]] }
-- input {
--   20i64
--   20i64
--   [[6i64, 14i64, 5i64, -1i64, 7i64, -2i64], [0i64, 1i64, 17i64, 15i64, -1i64, 4i64], [11i64, 7i64, 17i64, 6i64, 2i64, 20i64], [-1i64, 8i64, 8i64, 9i64, 2i64, 10i64], [10i64, 12i64, 14i64, 10i64, 18i64, 17i64], [19i64, 15i64, 1i64, 17i64, 14i64, 6i64], [11i64, 18i64, 21i64, 20i64, 5i64, 7i64]]
-- }
-- output {
--   [[0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [2i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [2i32, 2i32, 0i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [2i32, 2i32, 2i32, 0i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [2i32, 2i32, 2i32, 2i32, 0i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [2i32, 2i32, 2i32, 2i32, 2i32, 1i32, 1i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 2i32, 2i32, 2i32, 2i32, 2i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 6i32, 0i32, 0i32, 3i32, 0i32, 0i32], [0i32, 0i32, 0i32, 2i32, 2i32, 7i32, 2i32, 2i32, 0i32, 0i32, 0i32, 3i32, 6i32, 6i32, 6i32, 3i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 7i32, 7i32, 2i32, 2i32, 0i32, 3i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32, 0i32, 0i32], [4i32, 4i32, 4i32, 4i32, 4i32, 4i32, 7i32, 7i32, 4i32, 3i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 4i32, 0i32, 0i32, 1i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 1i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 1i32, 6i32, 7i32, 7i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 0i32, 6i32, 6i32, 6i32, 7i32, 7i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32, 6i32, 6i32, 6i32, 6i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32, 0i32], [0i32, 0i32, 0i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 6i32, 6i32, 6i32, 6i32, 6i32], [0i32, 0i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 6i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 5i32, 0i32, 0i32], [0i32, 6i32, 0i32, 0i32, 3i32, 3i32, 0i32, 0i32, 0i32, 0i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 5i32, 0i32], [0i32, 0i32, 0i32, 3i32, 3i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 7i32, 0i32], [0i32, 0i32, 3i32, 3i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 0i32, 7i32, 7i32, 7i32, 7i32]]
-- }

-- ==
-- entry: divisor_sums
-- input { 12i64 }
-- output { [1i64, 3i64, 4i64, 7i64, 6i64, 12i64, 8i64, 15i64, 13i64, 18i64, 12i64, 28i64] }
-- input { 1i64 }
-- output { [1i64] }
-- input { 30i64 }
-- output {
--   [1i64, 3i64, 4i64, 7i64, 6i64, 12i64, 8i64, 15i64, 13i64, 18i64, 12i64, 28i64, 14i64, 24i64, 24i64, 31i64, 18i64, 39i64, 20i64, 42i64, 32i64, 36i64, 24i64, 60i64, 31i64, 42i64, 40i64, 56i64, 30i64, 72i64]
-- }

-- ==
-- entry: words
-- input { "the quick  brown\nfox " }
-- output { [0i64, 4i64, 11i64, 17i64] [3i64, 5i64, 5i64, 3i64] }
-- input { "a" }
-- output { [0i64] [1i64] }
-- input { "  " }
-- output { empty([0]i64) empty([0]i64) }
