-- Heat in a plate by linear triangles: a mesh with a hole, element matrices, assembly into compressed rows through sorted
-- coordinates, boundary values, and conjugate gradients with a diagonal preconditioner; the same without a matrix.

type node = {x: f64, y: f64, fixed: bool, value: f64}
type element = [3]i64
type csr [n][k] = {start: [n + 1]i64, column: [k]i64, value: [k]f64}

def mesh (w: i64) (h: i64): ([]node, []element) =
  let inside x y = f64.hypot (x - 0.5) (y - 0.5) > 0.18
  let all_nodes = flatten (tabulate_2d (h + 1) (w + 1) (\j i -> (f64.i64 i / f64.i64 w, f64.i64 j / f64.i64 h)))
  let keep = map (\(x, y) -> inside x y) all_nodes
  let names = scan (+) 0 (map i64.bool keep)
  let nodes = map (\i -> let (x, y) = all_nodes[i]
                         in {x, y, fixed = x == 0 || x == 1, value = if x == 1 then 1 else 0}) (filter (\i -> keep[i]) (iota ((h + 1) * (w + 1))))
  let at j i = j * (w + 1) + i
  let corners = flatten (flatten (tabulate_2d h w (\j i ->
                  [[at j i, at j (i + 1), at (j + 1) i], [at j (i + 1), at (j + 1) (i + 1), at (j + 1) i]])))
  let elements = filter (\e -> all (\c -> keep[c]) e) corners
  in (nodes, map (map (\c -> names[c] - 1)) elements)

def stiffness (ns: [3]node): [3][3]f64 =
  let b = map (\i -> ns[(i + 1) % 3].y - ns[(i + 2) % 3].y) (iota 3)
  let c = map (\i -> ns[(i + 2) % 3].x - ns[(i + 1) % 3].x) (iota 3)
  let area = 0.5 * f64.abs (b[0] * c[1] - b[1] * c[0])
  in map2 (\bi ci -> map2 (\bj cj -> (bi * bj + ci * cj) / (4 * area)) b c) b c

def sort_keys [n] (bits: i32) (keys: [n]i64): [n]i64 =
  loop order = iota n for b < bits do
    let flags = map (\i -> (keys[i] >> i64.i32 b) & 1) order
    let ones = scan (+) 0 flags
    let zeros = map2 (\o i -> i + 1 - o) ones (iota n)
    let count = if n == 0 then 0 else last zeros
    in scatter (replicate n 0) (map3 (\f z o -> if f == 0 then z - 1 else count + o - 1) flags zeros ones) order

-- Equal coordinates are added up.
def assemble [m] (n: i64) (rows: [m]i64) (columns: [m]i64) (values: [m]f64): ?[k].csr [n][k] =
  let keys = map2 (\r c -> r * n + c) rows columns
  let order = sort_keys (64 - u64.clz (u64.i64 (n * n))) keys
  let sorted = map (\i -> keys[i]) order
  let heads = map (\i -> i == 0 || sorted[i] != sorted[i - 1]) (iota m)
  let group = map (\g -> g - 1) (scan (+) 0 (map i64.bool heads))
  let k = if m == 0 then 0 else last group + 1
  let value = reduce_by_index (replicate k 0) (+) 0 group (map (\i -> values[i]) order)
  let firsts = scatter (replicate k 0) (map2 (\h g -> if h then g else -1) heads group) sorted
  let counts = hist (+) 0 n (map (/ n) firsts) (replicate k 1)
  in {start = [0] ++ scan (+) 0 counts :> [n + 1]i64, column = map (% n) firsts, value}

def multiply [n][k] (a: csr [n][k]) (x: [n]f64): [n]f64 =
  map (\i -> let (from, to) = (a.start[i], a.start[i + 1])
             in f64.sum (map2 (\c v -> v * x[c]) a.column[from:to] (a.value[from:to] :> [to - from]f64))) (iota n)

def conjugate_gradients [n] (apply: [n]f64 -> [n]f64) (diagonal: [n]f64) (b: [n]f64) (tolerance: f64): ([n]f64, i64) =
  let dot a b = f64.sum (map2 (*) a b)
  let z0 = map2 (/) b diagonal
  let (x, _, _, _, steps) =
    loop (x, r, p, rz, steps) = (replicate n 0, b, z0, dot b z0, 0) while rz > tolerance && steps < 1000 do
      let q = apply p
      let alpha = rz / dot p q
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r q
      let z = map2 (/) r diagonal
      let rz' = dot r z
      in (x, r, map2 (\z p -> z + rz' / rz * p) z p, rz', steps + 1)
  in (x, steps)

def temperatures (w: i64) (h: i64) (matrix_free: bool): ?[n].([n]node, [n]f64, i64) =
  let [n] (nodes: [n]node, elements: []element) = mesh w h
  let matrices = map (\e -> stiffness (map (\c -> nodes[c]) e)) elements
  let known = map (\v -> if v.fixed then v.value else 0) nodes
  -- rows and columns of fixed nodes are those of the unit matrix
  let entry_of e m i j =
    let (r, c) = (e[i], e[j])
    in if nodes[r].fixed || nodes[c].fixed then (r, c, 0) else (r, c, m[i, j])
  let triples = flatten_3d (map2 (\e m -> tabulate_2d 3 3 (entry_of e m)) elements matrices)
  let units = map2 (\i v -> (i, i, f64.bool v.fixed)) (iota n) nodes
  let (rows, columns, values) = unzip3 (triples ++ units)
  let load = reduce_by_index (copy known) (+) 0
               (flatten elements)
               (flatten (map2 (\e m -> map (\i -> if nodes[e[i]].fixed then 0 else -(f64.sum (map (\j -> m[i, j] * known[e[j]]) (iota 3)))) (iota 3)) elements matrices))
  let diagonal = reduce_by_index (replicate n 0) (+) 0 (map2 (\r c -> if r == c then r else -1) rows columns) values
  let by_elements (x: [n]f64): [n]f64 =
    reduce_by_index (map2 (\v x -> if v.fixed then x else 0) nodes x) (+) 0 (flatten elements)
      (flatten (map2 (\e m -> map (\i -> f64.sum (map (\j -> if nodes[e[i]].fixed || nodes[e[j]].fixed then 0 else m[i, j] * x[e[j]]) (iota 3))) (iota 3)) elements matrices))
  let (x, steps) =
    if matrix_free then conjugate_gradients by_elements diagonal load 1e-20
    else let a = assemble n rows columns values
         in conjugate_gradients (multiply a) diagonal load 1e-20
  in (nodes, x, steps)

entry plate (w: i64) (h: i64) (matrix_free: bool): (i64, f64, f64, f64) =
  let (nodes, x, _) = temperatures w h matrix_free
  let moment = f64.sum (map2 (\v t -> t * v.y * v.x) nodes x)
  in (length nodes, f64.sum x, moment, f64.maximum x)

entry sparse [m] (n: i64) (rows: [m]i64) (columns: [m]i64) (values: [m]f64) (x: []f64): ([]i64, []i64, []f64, []f64) =
  let a = assemble n rows columns values
  in (copy a.start, copy a.column, copy a.value, multiply a (x :> [n]f64))

-- ==
-- entry: plate
-- input { 4i64 4i64 true } output { 24i64 11.999999999999998f64 4.709759650400582f64 1.0f64 }
-- input { 4i64 4i64 false } output { 24i64 11.999999999999998f64 4.709759650400582f64 1.0f64 }
-- input { 10i64 8i64 true } output { 90i64 44.999999999999964f64 16.754376729284374f64 1.0f64 }
-- input { 10i64 8i64 false } output { 90i64 44.999999999999964f64 16.754376729284374f64 1.0f64 }

-- ==
-- entry: sparse
-- input { 4i64 [2i64, 0i64, 2i64, 1i64, 2i64, 0i64] [1i64, 0i64, 1i64, 3i64, 0i64, 2i64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64, 6.0f64] [1.0f64, -1.0f64, 2.0f64, 3.0f64] }
-- output { [0i64, 2i64, 3i64, 5i64, 5i64] [0i64, 2i64, 3i64, 0i64, 1i64] [2.0f64, 6.0f64, 4.0f64, 5.0f64, 4.0f64] [14.0f64, 12.0f64, 1.0f64, 0.0f64] }
