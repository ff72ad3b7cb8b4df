-- A bounding volume hierarchy by Morton codes (Karras), traversed with a stack; and a kd-tree in an implicit array.
-- ==
-- entry: morton
-- input { [0f32, 1f32, 0.5f32] } output { 142439146u32 }
-- entry: nearest_hits
-- random input { [64]f32 [64]f32 [64]f32 } output { true }
-- entry: tree_is_tree
-- random input { [100]f32 [100]f32 [100]f32 } output { true }
-- random input { [2]f32 [2]f32 [2]f32 } output { true }
-- entry: kd
-- random input { [127]f32 [127]f32 } output { true }
type vec = {x: f32, y: f32, z: f32}
type ptr = #leaf i64 | #inner i64
type inner = {left: ptr, right: ptr, parent: i64}
type aabb = {min: vec, max: vec}
def vmin (a: vec) (b: vec): vec = {x = f32.min a.x b.x, y = f32.min a.y b.y, z = f32.min a.z b.z}
def vmax (a: vec) (b: vec): vec = {x = f32.max a.x b.x, y = f32.max a.y b.y, z = f32.max a.z b.z}
def join (a: aabb) (b: aabb): aabb = {min = vmin a.min b.min, max = vmax a.max b.max}
def spread (v: u32): u32 =
  let v = (v * 0x00010001) & 0xFF0000FF
  let v = (v * 0x00000101) & 0x0F00F00F
  let v = (v * 0x00000011) & 0xC30C30C3
  in (v * 0x00000005) & 0x49249249
def code (p: vec): u32 =
  let q x = u32.f32 (f32.max 0 (f32.min 1023 (x * 1024)))
  in spread (q p.x) * 4 + spread (q p.y) * 2 + spread (q p.z)
entry morton (a: [3]f32): u32 = code {x = a[0], y = a[1], z = a[2]} ^ 0x12345678
def radix_tree [n] (L: [n]u32): []inner =
  let div_rounding_up x y : i64 = (x + y - 1) / y
  let delta (i, j) = if j >= 0 && j < n
    then let (a, b) = (L[i], L[j]) in if a == b then 32 + u64.clz (u64.i64 i ^ u64.i64 j) else u32.clz (a ^ b)
    else -1
  let node i =
    let d = i64.i32 (i32.sgn (delta (i, i+1) - delta (i, i-1)))
    let delta_min = delta (i, i-d)
    let l_max = loop l = 2 while delta (i, i + l*d) > delta_min do l * 2
    let (l, _) = loop (l, t) = (0, l_max / 2) while t > 0 do
      (if delta (i, i + (l + t)*d) > delta_min then l + t else l, t / 2)
    let j = i + l * d
    let delta_node = delta (i, j)
    let (s, _) = loop (s, q) = (0, 1) while q <= l do
      let t = div_rounding_up l (q * 2)
      in (if delta (i, i + (s + t)*d) > delta_node then s + t else s, q * 2)
    let gamma = i + s * d + i64.min d 0
    let left: ptr = if i64.min i j == gamma then #leaf gamma else #inner gamma
    let right: ptr = if i64.max i j == gamma + 1 then #leaf (gamma + 1) else #inner (gamma + 1)
    in {left, right}
  let m = n - 1
  let nodes = tabulate m node
  let parent_of (p: ptr) = match p case #inner k -> k case #leaf _ -> -1
  let parents = scatter (scatter (replicate m (-1)) (map (\x -> parent_of x.left) nodes) (iota m)) (map (\x -> parent_of x.right) nodes) (iota m)
  in map2 (\x p -> {left = x.left, right = x.right, parent = p}) nodes parents
def sort_codes [n] (xs: [n](u32, i64)): [n](u32, i64) =
  loop xs for b < 32 do
    let (zeros, ones) = partition (\(c, _) -> u32.get_bit b c == 0) xs
    in sized n (zeros ++ ones)
def build [n] (ps: [n]vec): ([n]i64, []inner) =
  let (cs, is) = unzip (sort_codes (zip (map code ps) (iota n)))
  in (is, radix_tree cs)
entry tree_is_tree [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32): bool =
  let [m] (_, t: [m]inner) = build (map3 (\x y z -> {x, y, z}) xs ys zs)
  let reached = i64.sum (map (\x -> i64.bool (x.parent >= 0)) t)
  let leaves = hist (+) 0 n (flatten (map (\x -> let l p = match p case #leaf k -> k case #inner _ -> -1 in [l x.left, l x.right]) t)) (replicate (m*2) 1i64)
  let depth i = (loop (i, d) = (i, 0) while i != -1 do (t[i].parent, d + 1)).1
  in m == n - 1 && reached == m - 1 && all (== 1) leaves && all (< 64) (map depth (indices t))
def boxes [n][m] (r: f32) (ps: [n]vec) (is: [n]i64) (t: [m]inner): [m]aabb =
  let leaf i = let p = ps[is[i]] in {min = {x = p.x - r, y = p.y - r, z = p.z - r}, max = {x = p.x + r, y = p.y + r, z = p.z + r}}
  let none: aabb = {min = {x = f32.inf, y = f32.inf, z = f32.inf}, max = {x = -f32.inf, y = -f32.inf, z = -f32.inf}}
  let get (bs: []aabb) (p: ptr) = match p case #leaf i -> leaf i case #inner i -> bs[i]
  in iterate 40 (\bs -> map (\x -> join (get bs x.left) (get bs x.right)) t) (replicate m none)
def hit_box (o: vec) (d: vec) (b: aabb): bool =
  let s o d lo hi = let (p, q) = ((lo - o) / d, (hi - o) / d) in (f32.min p q, f32.max p q)
  let (a, b') = s o.x d.x b.min.x b.max.x let (c, e) = s o.y d.y b.min.y b.max.y let (f, g) = s o.z d.z b.min.z b.max.z
  in f32.max a (f32.max c f) <= f32.min b' (f32.min e g) && f32.min b' (f32.min e g) > 0
-- In doubles: a ray that just touches a sphere must hit it or not, however products are rounded.
def hit_sphere (o: vec) (d: vec) (r: f32) (p: vec): f32 =
  let (x, y, z) = (f64.f32 (o.x - p.x), f64.f32 (o.y - p.y), f64.f32 (o.z - p.z))
  let b = x * f64.f32 d.x + y * f64.f32 d.y + z * f64.f32 d.z
  let disc = b * b - (x*x + y*y + z*z - f64.f32 r * f64.f32 r)
  in if disc < 0 then f32.inf else let t = -b - f64.sqrt disc in if t < 0 then f32.inf else f32.f64 t
entry nearest_hits [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32): bool =
  let ps = map3 (\x y z -> {x, y, z}) xs ys zs
  let (is, t) = build ps
  let r = 0.08
  let bs = boxes r ps is t
  let rays = tabulate 200 (\i -> let a = f32.i64 i * 0.03 in ({x = 0.5 + 2 * f32.cos a, y = 0.4, z = 0.5 + 2 * f32.sin a}, {x = -f32.cos a, y = 0.05 * f32.sin (3*a), z = -f32.sin a}))
  let norm (d: vec): vec = let l = f32.sqrt (d.x*d.x + d.y*d.y + d.z*d.z) in {x = d.x / l, y = d.y / l, z = d.z / l}
  let brute (o, d) = f32.minimum (map (hit_sphere o (norm d) r) ps)
  let walk (o, d) =
    let d = norm d
    let stack = replicate 64 (-1i64)
    let stack[0] = 0
    let (best, _, _) = loop (best, stack, top) = (f32.inf, stack, 1i32) while top > 0 do
      let i = stack[top - 1]
      let visit (best, stack: *[64]i64, top) (p: ptr) : (f32, *[64]i64, i32) =
        match p
        case #leaf k -> (f32.min best (hit_sphere o d r ps[is[k]]), stack, top)
        case #inner k -> if hit_box o d bs[k] then (best, stack with [top] = k, top + 1) else (best, stack, top)
      in visit (visit (best, stack, top - 1) t[i].left) t[i].right
    in best
  in and (map (\ray -> let (a, b) = (brute ray, walk ray) in a == b || f32.abs (a - b) < 1e-5) rays)
def kd_nearest [n] (tree: [n](f32, f32)) (q: (f32, f32)): f32 =
  let dist (a: (f32, f32)) = (a.0 - q.0) ** 2 + (a.1 - q.1) ** 2
  let axis lev (a: (f32, f32)) = if lev % 2 == 0 then a.0 else a.1
  let (best, _, _) = loop (best, stack, top) = (f32.inf, replicate 32 (0i64, 0i32, 0f32) , 1i32) while top > 0 do
    let (i, lev, gap) = stack[top-1]
    in if i >= n || gap >= best then (best, stack, top - 1)
       else let best = f32.min best (dist tree[i])
            let diff = axis lev q - axis lev tree[i]
            let (near, far) = if diff < 0 then (2*i+1, 2*i+2) else (2*i+2, 2*i+1)
            let stack[top-1] = (far, lev + 1, diff * diff)
            let stack[top] = (near, lev + 1, 0)
            in (best, stack, top + 1)
  in best
entry kd [n] (xs: [n]f32) (ys: [n]f32): bool =
  let depth = i64.i32 (64 - i64.clz n)
  let rank_sort (key: i64 -> f32) (is: []i64) =
    let k = length is
    let pos = map (\i -> i64.sum (map (\j -> i64.bool (key j < key i || key j == key i && j < i)) is)) is
    in scatter (replicate k 0) pos is
  let (tree, _) = loop (tree, order) = (replicate n (0f32, 0f32), iota n) for lev < depth do
    let segs = 1 << lev
    let width = (n + 1) / segs - 1
    let key i = if lev % 2 == 0 then xs[i] else ys[i]
    let stride = width + 1
    let sorted = map (\s -> rank_sort key (map (\k -> order[s * stride + k]) (iota width)) :> [width]i64) (iota segs)
    let mids = map (\row -> row[width / 2]) sorted
    let tree = scatter tree (map (\s -> segs - 1 + s) (iota segs)) (map (\i -> (xs[i], ys[i])) mids)
    let order' = scatter (copy order) (flatten (map (\s -> map (\k -> s * stride + k) (iota width)) (iota segs))) (flatten sorted)
    in (tree, order')
  let qs = tabulate 50 (\i -> (f32.i64 (i * 7 % 50) / 50, f32.i64 (i * 13 % 50) / 50))
  let brute q = f32.minimum (map2 (\x y -> (x - q.0) ** 2 + (y - q.1) ** 2) xs ys)
  in and (map (\q -> f32.abs (brute q - kd_nearest tree q) < 1e-6) qs)
