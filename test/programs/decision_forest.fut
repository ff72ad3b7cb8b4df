-- Gradient-boosted trees on binned features: histograms of gradients for all nodes of a level at once, the best split of
-- each node by prefix sums, samples moved down, and predictions by walking arrays; losses are modules.

module type loss = {
  val gradient: f64 -> f64 -> (f64, f64)
  val value: f64 -> f64 -> f64
}

module squared: loss = {
  def gradient (y: f64) (p: f64) = (p - y, 1f64)
  def value (y: f64) (p: f64) = (y - p) ** 2 / 2
}

module logistic: loss = {
  def sigmoid (x: f64) = 1 / (1 + f64.exp (-x))
  def gradient (y: f64) (p: f64) = let s = sigmoid p in (s - y, f64.max 1e-9 (s * (1 - s)))
  def value (y: f64) (p: f64) = f64.log1p (f64.exp (if y > 0.5 then -p else p))
}

type split = {gain: f64, feature: i64, bin: i64}
type tree [m] = {feature: [m]i64, bin: [m]i64, weight: [m]f64}

def better (a: split) (b: split): split =
  if a.gain > b.gain || (a.gain == b.gain && (a.feature < b.feature || (a.feature == b.feature && a.bin <= b.bin))) then a else b

module boosting (L: loss) = {
  def lambda: f64 = 1

  -- A tree of a given depth in an array: children of i are 2 i + 1 and 2 i + 2.
  def grow [n][d] (bins: i64) (depth: i64) (xs: [n][d]u8) (gs: [n](f64, f64)): ?[size].(tree [size], [n]i64) =
    let size = (2 << depth) - 1
    let empty = {feature = replicate size (-1i64), bin = replicate size 0i64, weight = replicate size 0f64}
    let plus (a: f64, b: f64) (c: f64, e: f64) = (a + c, b + e)
    let (t, place) =
      loop (t: tree [size], place) = (empty, replicate n 0i64) for level < depth do
        let first = (1 << level) - 1
        let nodes = 1i64 << level
        -- gradients by node, feature and bin
        let keys = flatten (map2 (\p row -> map2 (\f b -> if p < first then -1 else ((p - first) * d + f) * bins + i64.u8 b) (iota d) row) place xs)
        let values = flatten (map (\g -> replicate d g) gs)
        let table = unflatten_3d (hist plus (0, 0) (nodes * d * bins) keys values)
        let best_of (node: i64): split =
          let feature f =
            let row = scan plus (0, 0) table[node, f]
            let (gt, ht) = row[bins - 1]
            let score (g: f64) (h: f64) = g * g / (h + lambda)
            let gains = map2 (\(gl, hl) b -> {gain = if hl < 1e-6 || ht - hl < 1e-6 then -1 else score gl hl + score (gt - gl) (ht - hl) - score gt ht,
                                              feature = f, bin = b}) row (iota bins)
            in reduce_comm better {gain = -1, feature = i64.highest, bin = i64.highest} gains
          in reduce_comm better {gain = -1, feature = i64.highest, bin = i64.highest} (map feature (iota d))
        let splits = map best_of (iota nodes)
        let good = map (\s -> s.gain > 1e-9) splits
        let targets = map (+ first) (iota nodes)
        let t = {feature = scatter (copy t.feature) targets (map2 (\g s -> if g then s.feature else -1) good splits),
                 bin = scatter (copy t.bin) targets (map (.bin) splits), weight = copy t.weight}
        let move p row = if p < first || !good[p - first] then p
                         else let s = splits[p - first] in if i64.u8 row[s.feature] <= s.bin then 2 * p + 1 else 2 * p + 2
        in (t, map2 move place xs)
    let sums = hist plus (0, 0) size place gs
    in ({feature = t.feature, bin = t.bin, weight = map (\(g, h) -> -g / (h + lambda)) sums}, place)

  def fit [n][d] (bins: i64) (depth: i64) (rounds: i64) (rate: f64) (xs: [n][d]u8) (ys: [n]f64): ([n]f64, [rounds]f64, [rounds]i64) =
    loop (ps, losses, leaves) = (replicate n 0, replicate rounds 0, replicate rounds 0) for r < rounds do
      let (t, place) = grow bins depth xs (map2 L.gradient ys ps)
      let walk (row: [d]u8) = loop i = 0i64 while t.feature[i] >= 0 do
                                if i64.u8 row[t.feature[i]] <= t.bin[i] then 2 * i + 1 else 2 * i + 2
      -- walking must end where growing put it
      let at = map2 (\row p -> assert (walk row == p) p) xs place
      let ps = map2 (\p i -> p + rate * t.weight[i]) ps at
      let used = hist (+) 0 (length t.weight) at (replicate n 1i64)
      in (ps, losses with [r] = f64.sum (map2 L.value ys ps) / f64.i64 n, leaves with [r] = i64.sum (map (\u -> i64.bool (u > 0)) used))
}

module regression = boosting squared
module classes = boosting logistic

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

def samples (n: i64) (d: i64) (bins: i64): [n][d]u8 = tabulate_2d n d (\i j -> u8.i64 (noise (i * d + j) % bins))

entry regress (n: i64) (depth: i64) (rounds: i64): ([rounds]f64, [rounds]i64) =
  let xs = samples n 4 16
  let ys = map (\r -> f64.u8 r[0] / 4 + (if r[1] > 7 then 3 else 0) - f64.u8 (r[2] % 4) / 2) xs
  let (_, losses, leaves) = regression.fit 16 depth rounds 0.5 xs ys
  in (losses, leaves)

entry classify (n: i64) (depth: i64) (rounds: i64): (i64, f64) =
  let xs = samples n 5 8
  let ys = map (\r -> f64.bool ((r[0] > 3) != (r[3] > 4) || r[4] == 0)) xs
  let (ps, losses, _) = classes.fit 8 depth rounds 0.4 xs ys
  in (i64.sum (map2 (\p y -> i64.bool ((p > 0) == (y > 0.5))) ps ys), last losses)

-- ==
-- entry: regress
-- input { 20i64 2i64 2i64 } output { [1.4336856814014667f64, 0.6305555843065064f64] [4i64, 4i64] }
-- input { 100i64 3i64 3i64 }
-- output { [1.325096899645416f64, 0.4794977446652503f64, 0.22711145988873113f64] [6i64, 6i64, 8i64] }

-- ==
-- entry: classify
-- input { 30i64 2i64 2i64 } output { 22i64 0.560942258256939f64 }
-- input { 120i64 3i64 4i64 } output { 93i64 0.501846689318234f64 }
