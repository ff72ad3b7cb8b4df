-- Contour lines of a field: cells yield none, one or two segments; the segments are packed, linked to each other by a sort
-- of their ends, and counted as closed or open lines. Also areas and lengths at several levels at once.

type point = (f64, f64)
type segment = (point, point)

type cell_kind = #none | #one (i8, i8) | #two (i8, i8) (i8, i8)

-- Edges of a cell: 0 below, 1 right, 2 above, 3 left. Saddles are decided by the mean.
def classify (level: f64) (v00: f64) (v10: f64) (v11: f64) (v01: f64): cell_kind =
  let bit (b: i32) v = if v >= level then 1 << b else 0i32
  let code = bit 0 v00 | bit 1 v10 | bit 2 v11 | bit 3 v01
  let high = (v00 + v10 + v11 + v01) / 4 >= level
  in match code
     case 0 -> #none
     case 15 -> #none
     case 1 -> #one (0, 3)
     case 14 -> #one (0, 3)
     case 2 -> #one (0, 1)
     case 13 -> #one (0, 1)
     case 3 -> #one (1, 3)
     case 12 -> #one (1, 3)
     case 4 -> #one (1, 2)
     case 11 -> #one (1, 2)
     case 6 -> #one (0, 2)
     case 9 -> #one (0, 2)
     case 7 -> #one (2, 3)
     case 8 -> #one (2, 3)
     case 5 -> if high then #two (0, 1) (2, 3) else #two (0, 3) (1, 2)
     case _ -> if high then #two (0, 3) (1, 2) else #two (0, 1) (2, 3)

def crossing (level: f64) (a: f64) (b: f64): f64 = if a == b then 0.5 else (level - a) / (b - a)

def corner [h][w] (f: [h][w]f64) (y: i64) (x: i64) = (f[y, x], f[y, x + 1], f[y + 1, x + 1], f[y + 1, x])

def edge_point [h][w] (f: [h][w]f64) (level: f64) (y: i64) (x: i64) (edge: i8): point =
  let (v00, v10, v11, v01) = corner f y x
  let (fx, fy) = (f64.i64 x, f64.i64 y)
  in match edge
     case 0 -> (fx + crossing level v00 v10, fy)
     case 1 -> (fx + 1, fy + crossing level v10 v11)
     case 2 -> (fx + crossing level v01 v11, fy + 1)
     case _ -> (fx, fy + crossing level v00 v01)

-- A number for every edge of the grid: horizontal ones first.
def edge_name (h: i64) (w: i64) (y: i64) (x: i64) (edge: i8): i64 =
  match edge
  case 0 -> y * w + x
  case 2 -> (y + 1) * w + x
  case 3 -> h * w + y * w + x
  case _ -> h * w + y * w + x + 1

def contour [h][w] (f: [h][w]f64) (level: f64): ([]segment, [](i64, i64)) =
  let cells = flatten (tabulate_2d (h - 1) (w - 1) (\y x -> (y, x)))
  let kinds = map (\(y, x) -> let (a, b, c, d) = corner f y x in classify level a b c d) cells
  let sizes = map (\k -> match k case #none -> 0i64 case #one _ -> 1 case #two _ _ -> 2) kinds
  let ends = scan (+) 0 sizes
  let total = if length ends == 0 then 0 else last ends
  let make (y, x) (e1: i8, e2: i8) =
    ((edge_point f level y x e1, edge_point f level y x e2), (edge_name h w y x e1, edge_name h w y x e2))
  let blank = (((0, 0), (0, 0)), (-1, -1))
  let first = map2 (\k c -> match k case #none -> blank case #one e -> make c e case #two e _ -> make c e) kinds cells
  let second = map2 (\k c -> match k case #two _ e -> make c e case _ -> blank) kinds cells
  let out = replicate total blank
  let out = scatter out (map2 (\s e -> if s > 0 then e - s else -1) sizes ends) first
  let out = scatter out (map2 (\s e -> if s > 1 then e - 1 else -1) sizes ends) second
  in unzip out

-- Components of segments that share edges: labels by minima over both ends until nothing changes.
def lines [n] (edges: i64) (names: [n](i64, i64)): (i64, i64) =
  let (as, bs) = unzip names
  let (labels, _) =
    loop (labels, go) = (iota n, n > 0) while go do
      let at_edge = reduce_by_index (replicate edges i64.highest) i64.min i64.highest (as ++ bs) (labels ++ labels)
      let new = map3 (\l a b -> i64.min l (i64.min at_edge[a] at_edge[b])) labels as bs
      let new = map (\l -> new[l]) new
      in (new, or (map2 (!=) new labels))
  let degree = hist (+) 0 edges (as ++ bs) (replicate (n + n) 1i64)
  let open_ends = map3 (\l a b -> (l, i64.bool (degree[a] == 1) + i64.bool (degree[b] == 1))) labels as bs
  let ends_of = reduce_by_index (replicate n 0) (+) 0 (map (.0) open_ends) (map (.1) open_ends)
  let roots = map2 (\i l -> i == l) (iota n) labels
  in (i64.sum (map2 (\r e -> i64.bool (r && e == 0)) roots ends_of),
      i64.sum (map2 (\r e -> i64.bool (r && e > 0)) roots ends_of))

def field (h: i64) (w: i64) (waves: f64): [h][w]f64 =
  tabulate_2d h w (\y x -> f64.sin (f64.i64 x * waves) + f64.cos (f64.i64 y * waves * 0.8) + 0.3 * f64.sin (f64.i64 (x + 2 * y) * waves * 0.37))

def length_of (((x1, y1), (x2, y2)): segment): f64 = f64.hypot (x2 - x1) (y2 - y1)

entry segments [h][w] (f: [h][w]f64) (level: f64): ([]f64, []f64) =
  let (ss, _) = contour f level
  in unzip (map (\((x1, y1), (x2, y2)) -> (x1 + y1 * 100, x2 + y2 * 100)) ss)

entry survey (h: i64) (w: i64) (waves: f64) (levels: []f64): ([]i64, []i64, []i64, []f64) =
  let f = field h w waves
  let one level =
    let (ss, names) = contour f level
    let (closed, opened) = lines (2 * h * w) names
    in (length ss, closed, opened, f64.sum (map length_of ss))
  let rows = map one levels
  in (map (.0) rows, map (.1) rows, map (.2) rows, map (.3) rows)

-- ==
-- entry: segments
-- input { [[0.0f64, 1.0f64, 0.0f64], [1.0f64, 0.0f64, 1.0f64], [0.0f64, 1.0f64, 2.0f64]] 0.5f64 }
-- output { [0.5f64, 51.0f64, 1.5f64, 101.5f64, 100.5f64, 200.5f64, 101.5f64] [50.0f64, 100.5f64, 52.0f64, 51.0f64, 151.0f64, 150.0f64, 151.0f64] }
-- input { [[0.0f64, 1.0f64, 0.0f64], [1.0f64, 0.0f64, 1.0f64], [0.0f64, 1.0f64, 2.0f64]] 0.3f64 }
-- output { [0.3f64, 71.0f64, 1.7f64, 101.3f64, 100.7f64, 200.3f64, 101.3f64] [30.0f64, 100.7f64, 32.0f64, 71.0f64, 131.0f64, 170.0f64, 131.0f64] }
-- input { [[0.0f64, 1.0f64, 0.0f64], [1.0f64, 0.0f64, 1.0f64], [0.0f64, 1.0f64, 2.0f64]] 5.0f64 }
-- output { empty([0]f64) empty([0]f64) }

-- ==
-- entry: survey
-- input { 12i64 15i64 0.9f64 [-1.0f64, 0.1f64, 1.5f64, 9.0f64] }
-- output { [35i64, 63i64, 35i64, 0i64] [2i64, 0i64, 2i64, 0i64] [1i64, 5i64, 2i64, 0i64] [26.085145736229215f64, 46.60580265267204f64, 25.56939298451378f64, 0.0f64] }
-- input { 30i64 25i64 0.45f64 [0.0f64, 0.7f64] }
-- output { [149i64, 107i64] [0i64, 1i64] [4i64, 3i64] [109.77853075469474f64, 80.04291245841031f64] }
