-- Nearest neighbours by a k-d tree in an array: medians level by level, then a search with a stack of bits for every
-- query, and insertion into small sorted arrays.

type point [d] = [d]f64

def sort_segment [m] 't (key: t -> f64) (xs: [m]t): [m]t =
  -- odd-even transposition by pairs, in place of a library's sort
  let keyed = map (\x -> (key x, x)) xs
  let less (a: (f64, t)) (b: (f64, t)) = a.0 < b.0
  let ranks = map2 (\a i -> i64.sum (map2 (\b j -> i64.bool (less b a || (!(less a b) && j < i))) keyed (iota m))) keyed (iota m)
  in scatter (copy xs) ranks xs

-- The tree has 2^h - 1 nodes and 2^h leaves of equal size; points are padded with infinities.
def build [n][d] (height: i64) (pts: [n]point [d]): ?[l][s].([](i64, f64), [l][s]point [d], [l][s]i64) =
  let leaves = 1i64 << height
  let size = (n + leaves - 1) / leaves
  let padded = tabulate (leaves * size) (\i -> if i < n then (pts[i], i) else (replicate d f64.inf, -1))
  let (nodes, placed) =
    loop (nodes, placed) = (replicate (leaves - 1) (0, 0), padded) for level < height do
      let groups = 1i64 << level
      let m = (leaves * size) / groups
      let axis = level % d
      let rows = unflatten (placed :> [groups * m](point [d], i64))
      let sorted = map (sort_segment (\(p, _) -> p[axis])) rows
      let medians = map (\row -> (axis, row[m / 2 - 1].0[axis])) sorted
      in (scatter nodes (map (\g -> groups - 1 + g) (iota groups)) medians, flatten sorted :> [leaves * size](point [d], i64))
  let (ps, is) = unzip placed
  in (nodes, unflatten (ps :> [leaves * size]point [d]), unflatten (is :> [leaves * size]i64))

def distance [d] (a: point [d]) (b: point [d]): f64 = f64.sum (map2 (\x y -> (x - y) ** 2) a b)

def insert [k] (best: *[k](f64, i64)) (new: (f64, i64)): *[k](f64, i64) =
  if new.0 >= best[k - 1].0 then best
  else let best = best with [k - 1] = new
       in (loop (best, i) = (best, k - 1) while i > 0 && best[i].0 < best[i - 1].0 do
             let (a, b) = (best[i - 1], best[i])
             in (best with [i - 1] = b with [i] = a, i - 1)).0

def search [d][l][s] (nodes: [](i64, f64)) (leaves: [l][s]point [d]) (ids: [l][s]i64) (k: i64) (q: point [d]): [k](f64, i64) =
  let inner = length nodes
  let start = replicate k (f64.inf, -1)
  let (best, _, _, _) =
    -- `visited` has a bit for each level: whether the other side was looked at already
    loop (best, node, level, visited) = (start, 0i64, 0i64, 0u64) while node >= 0 do
      let (best, node, level, visited) =
        if node >= inner
        then let leaf = node - inner
             let best = loop best for (p, i) in zip leaves[leaf] ids[leaf] do
                          if i < 0 then best else insert best (distance p q, i)
             in (best, -1 - node, level, visited)
        else let (axis, split) = nodes[node]
             let child = if q[axis] <= split then 2 * node + 1 else 2 * node + 2
             in (best, child, level + 1, visited & !(1 << u64.i64 (level + 1)))
      in if node >= 0 then (best, node, level, visited)
         else
         -- climb until a side is left that may be near enough
         let (node, level, visited, _) =
           loop (node, level, visited, go) = (-1 - node, level, visited, true) while go do
             if level == 0 then (-1, level, visited, false)
             else let parent = (node - 1) / 2
                  let (axis, split) = nodes[parent]
                  let sibling = if node % 2 == 1 then node + 1 else node - 1
                  let bit = 1u64 << u64.i64 level
                  in if visited & bit == 0 && (q[axis] - split) ** 2 < best[k - 1].0
                     then (sibling, level, visited | bit, false)
                     else (parent, level - 1, visited & !bit, true)
         in (best, node, level, visited)
  in best

entry nearest [n][m][d] (height: i64) (k: i64) (pts: [n][d]f64) (queries: [m][d]f64): ([m][k]f64, [m][k]i64) =
  let (nodes, leaves, ids) = build height pts
  in map (search nodes leaves ids k >-> unzip) queries |> unzip

entry check (n: i64) (m: i64) (height: i64) (k: i64): bool =
  let noise (i: i64) = let x = u32.i64 i * 2654435761 in let x = (x ^ (x >> 15)) * 0x85ebca6b in f64.u32 (x ^ (x >> 13)) / 4294967296
  let pts = tabulate_2d n 3 (\i j -> noise (i * 3 + j))
  let queries = tabulate_2d m 3 (\i j -> noise (1000000 + i * 3 + j))
  let (ds, _) = nearest height k pts queries
  let slow q = (loop best = replicate k (f64.inf, -1) for (p, i) in zip pts (iota n) do insert best (distance p q, i)) |> map (.0)
  in and (map2 (\a q -> and (map2 (==) a (slow q))) ds queries)

-- ==
-- entry: nearest
-- input {
--   1i64
--   2i64
--   [[0.463f64, 0.3733f64], [0.1385f64, 0.8666f64], [0.0064f64, 0.5028f64], [0.8983f64, 0.0808f64], [0.5543f64, 0.6167f64], [0.0409f64, 0.379f64], [0.7035f64, 0.452f64], [0.7251f64, 0.1572f64], [0.238f64, 0.1109f64], [0.5063f64, 0.9238f64]]
--   [[0.5904f64, 0.7742f64], [0.3837f64, 0.7461f64], [0.1017f64, 0.2912f64]]
-- }
-- output { [[0.02610946f64, 0.02945297f64], [0.04584872f64, 0.04660805f64], [0.01140548f64, 0.05108578f64]] [[4i64, 9i64], [4i64, 9i64], [5i64, 8i64]] }
-- input {
--   3i64
--   4i64
--   [[0.6742f64, 0.7257f64], [0.4218f64, 0.0877f64], [0.2667f64, 0.2099f64], [0.2812f64, 0.8095f64], [0.1995f64, 0.8864f64], [0.8794f64, 0.0548f64], [0.3788f64, 0.4917f64], [0.0235f64, 0.4247f64], [0.9064f64, 0.112f64], [0.5968f64, 0.1212f64], [0.5787f64, 0.8953f64], [0.2031f64, 0.0083f64], [0.0835f64, 0.5398f64], [0.0175f64, 0.0848f64], [0.4967f64, 0.9209f64], [0.4201f64, 0.3981f64], [0.6387f64, 0.0934f64], [0.5798f64, 0.1726f64], [0.6089f64, 0.9583f64], [0.0542f64, 0.5551f64], [0.6064f64, 0.1493f64], [0.2683f64, 0.9949f64], [0.998f64, 0.1213f64], [0.7055f64, 0.9509f64], [0.2368f64, 0.6111f64], [0.043f64, 0.3659f64], [0.6741f64, 0.5903f64], [0.7746f64, 0.0867f64], [0.3472f64, 0.864f64], [0.5841f64, 0.4513f64], [0.4022f64, 0.9861f64], [0.5744f64, 0.0184f64], [0.7994f64, 0.3287f64]]
--   [[0.4336f64, 0.2134f64], [0.444f64, 0.3247f64], [0.0888f64, 0.6295f64], [0.1031f64, 0.7841f64], [0.0254f64, 0.7807f64]]
-- }
-- output {
--   [[0.01593973f64, 0.02303908f64, 0.02786786f64, 0.03396865f64], [0.00595877f64, 0.03214004f64, 0.03565557f64, 0.04157605f64], [0.00673252f64, 0.00807418f64, 0.02224256f64, 0.04620713f64], [0.01975825f64, 0.03236477f64, 0.04780469f64, 0.05483221f64], [0.0414833f64, 0.0517248f64, 0.06140842f64, 0.06626308f64]]
--   [[1i64, 17i64, 2i64, 20i64], [15i64, 6i64, 29i64, 17i64], [19i64, 12i64, 24i64, 7i64], [4i64, 3i64, 24i64, 19i64], [4i64, 19i64, 12i64, 3i64]]
-- }
-- input {
--   2i64
--   3i64
--   [[0.8075f64, 0.4973f64, 0.7094f64], [0.2483f64, 0.7376f64, 0.425f64], [0.231f64, 0.9641f64, 0.4009f64], [0.373f64, 0.8599f64, 0.3694f64], [0.6675f64, 0.1711f64, 0.8433f64], [0.2589f64, 0.0505f64, 0.9753f64], [0.1728f64, 0.9465f64, 0.9862f64], [0.6066f64, 0.0119f64, 0.0609f64], [0.2086f64, 0.3889f64, 0.6115f64], [0.9664f64, 0.3545f64, 0.1406f64], [0.5619f64, 0.1373f64, 0.0866f64], [0.556f64, 0.696f64, 0.0656f64], [0.4514f64, 0.7038f64, 0.7642f64], [0.383f64, 0.8872f64, 0.1691f64], [0.7155f64, 0.7717f64, 0.8803f64], [0.4944f64, 0.0992f64, 0.0485f64], [0.5288f64, 0.1733f64, 0.6297f64], [0.0843f64, 0.7801f64, 0.2224f64], [0.013f64, 0.1759f64, 0.4567f64], [0.5592f64, 0.3883f64, 0.173f64], [0.4821f64, 0.9464f64, 0.5354f64], [0.9413f64, 0.0288f64, 0.9932f64], [0.889f64, 0.5444f64, 0.5235f64], [0.5371f64, 0.9095f64, 0.0656f64], [0.6428f64, 0.5422f64, 0.3003f64], [0.7249f64, 0.7207f64, 0.1032f64], [0.6995f64, 0.4535f64, 0.4902f64], [0.6368f64, 0.0529f64, 0.6029f64], [0.3731f64, 0.8787f64, 0.2311f64], [0.8231f64, 0.7296f64, 0.625f64], [0.8758f64, 0.036f64, 0.597f64], [0.6133f64, 0.6781f64, 0.4067f64], [0.069f64, 0.1891f64, 0.6081f64], [0.1813f64, 0.0649f64, 0.3548f64], [0.4702f64, 0.5356f64, 0.026f64], [0.7756f64, 0.3338f64, 0.7828f64], [0.0086f64, 0.954f64, 0.5902f64], [0.9764f64, 0.9863f64, 0.8328f64], [0.1062f64, 0.3488f64, 0.2313f64], [0.78f64, 0.1922f64, 0.2212f64]]
--   [[0.1106f64, 0.1201f64, 0.9381f64], [0.9762f64, 0.3724f64, 0.7411f64], [0.4675f64, 0.522f64, 0.3695f64], [0.6347f64, 0.2362f64, 0.2564f64]]
-- }
-- output {
--   [[0.02822089f64, 0.11539156f64, 0.188525f64], [0.04346921f64, 0.04506459f64, 0.0845376f64], [0.03592677f64, 0.04700869f64, 0.06489683f64], [0.02428713f64, 0.03579022f64, 0.04391309f64]]
--   [[5i64, 32i64, 8i64], [35i64, 0i64, 22i64], [24i64, 31i64, 19i64], [39i64, 19i64, 10i64]]
-- }
-- input { 0i64 1i64 [[0.5178f64], [0.1974f64], [0.4393f64], [0.9439f64], [0.0222f64]] [[0.1033f64], [0.8f64]] }
-- output { [[0.00657721f64], [0.02070721f64]] [[4i64], [3i64]] }

-- ==
-- entry: check
-- input { 200i64 30i64 4i64 5i64 }
-- output { true }
