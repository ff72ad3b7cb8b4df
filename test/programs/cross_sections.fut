-- Look-ups of macroscopic cross sections as neutron transport codes do them: random energies and materials from a
-- generator that can jump ahead, searches in nuclide grids directly, by a unionized grid and by hashed bins.

module lcg = {
  type rng = u64
  def multiplier: u64 = 2806196910506780709
  def increment: u64 = 1
  def modulus_mask: u64 = 0x7fffffffffffffff
  def next (s: rng): (rng, f64) =
    let s = (multiplier * s + increment) & modulus_mask
    in (s, f64.u64 s / 9223372036854775808)
  -- n steps at once, in log n multiplications
  def forward (s: rng) (n: u64): rng =
    let (_, _, _, a_new, c_new) =
      loop (n, a, c, a_new, c_new) = (n, multiplier, increment, 1u64, 0u64) while n > 0 do
        let (a_new, c_new) = if n & 1 == 1 then (a_new * a, c_new * a + c) else (a_new, c_new)
        in (n >> 1, a * a, c * (a + 1), a_new, c_new)
    in (a_new * s + c_new) & modulus_mask
}

type point = {energy: f64, total: f64, elastic: f64, absorption: f64, fission: f64, nu_fission: f64}

def zero5: [5]f64 = replicate 5 0

def lower_bound [n] (key: f64) (get: i64 -> f64) (xs: [n]()) : i64 =
  let (lo, _) = loop (lo, hi) = (0, n - 1) while hi - lo > 1 do
    let mid = lo + (hi - lo) / 2
    in if get mid > key then (lo, mid) else (mid, hi)
  in lo

def interpolate (e: f64) (low: point) (high: point): [5]f64 =
  let f = (high.energy - e) / (high.energy - low.energy)
  let mix a b = b - f * (b - a)
  in [mix low.total high.total, mix low.elastic high.elastic, mix low.absorption high.absorption,
      mix low.fission high.fission, mix low.nu_fission high.nu_fission]

-- A few materials: how many nuclides, which, with which densities. Rows are padded.
type materials [m][w] = {count: [m]i64, nuclide: [m][w]i64, density: [m][w]f64}

def macro_of [isotopes][points][m][w] (mats: materials [m][w]) (grids: [isotopes][points]point) (place: i64 -> i64) (mat: i64) (e: f64): [5]f64 =
  loop acc = copy zero5 for j < mats.count[mat] do
    let nuc = mats.nuclide[mat, j]
    let i = i64.min (points - 2) (place nuc)
    let micro = interpolate e grids[nuc, i] grids[nuc, i + 1]
    in map2 (\a x -> a + x * mats.density[mat, j]) acc micro

type search [u][isotopes][b] = #nuclide | #unionized {energies: [u]f64, index: [u][isotopes]i32} | #hashed {bins: [b][isotopes]i32}

def sort_f64 [n] (xs: [n]f64): [n]f64 =
  let bits = map (\x -> f64.to_bits x) xs -- positive numbers: the order of the bits is that of the numbers
  let step [n] (xs: [n]u64) (b: i32): [n]u64 =
    let ones = map (\x -> i64.u64 ((x >> u64.i32 b) & 1)) xs
    let zeros = map (\o -> 1 - o) ones
    let at0 = scan (+) 0 zeros
    let at1 = map (+ (if n == 0 then 0 else last at0)) (scan (+) 0 ones)
    in scatter (copy xs) (map3 (\o a b -> if o == 1 then b - 1 else a - 1) ones at0 at1) xs
  in map f64.from_bits (loop bits for b < 64 do step bits b)

def pick_material (probabilities: []f64) (u: f64): i64 =
  let (i, _) = loop (i, acc) = (0, probabilities[0]) while i < length probabilities - 1 && u >= acc do
    (i + 1, acc + probabilities[i + 1])
  in i

def simulate [isotopes][points][m][w][u][b] (mats: materials [m][w]) (grids: [isotopes][points]point) (how: search [u][isotopes][b]) (lookups: i64): i64 =
  let unit_of n = replicate n ()
  let one (i: i64): i64 =
    let seed = lcg.forward 1070 (2 * u64.i64 i)
    let (seed, e) = lcg.next seed
    let (_, roll) = lcg.next seed
    let mat = pick_material [0.4, 0.3, 0.2, 0.1] roll
    let macro =
      match how
      case #nuclide -> macro_of mats grids (\nuc -> lower_bound e (\k -> grids[nuc, k].energy) (unit_of points)) mat e
      case #unionized {energies, index} ->
        let at = lower_bound e (\k -> energies[k]) (unit_of u)
        in macro_of mats grids (\nuc -> i64.i32 index[at, nuc]) mat e
      case #hashed {bins} ->
        let bin = i64.min (b - 1) (i64.f64 (e * f64.i64 b))
        in macro_of mats grids (\nuc -> loop k = i64.i32 bins[bin, nuc] while k < points - 2 && grids[nuc, k + 1].energy <= e do k + 1) mat e
    in (reduce (\(v1, i1) (v2, i2) -> if v1 >= v2 then (v1, i1) else (v2, i2)) (-1, -1) (zip macro (iota 5))).1 + 1
  in reduce (+) 0 (map one (iota lookups))

def c_of: [4]i64 = [9, 5, 4, 2]

def setup (isotopes: i64) (points: i64) =
  let grid n =
    let value k = f64.u64 (lcg.forward 42 (u64.i64 ((n * points + k) * 6 + 1))) / 9223372036854775808
    let at (i: i64) (j: i64) = (lcg.next (lcg.forward 42 (u64.i64 ((n * points + i) * 6 + j)))).1
    let es = sort_f64 (map value (iota points))
    in map2 (\e i -> {energy = e, total = at i 1, elastic = at i 2, absorption = at i 3, fission = at i 4, nu_fission = at i 5}) es (iota points)
  let grids = map grid (iota isotopes)
  let counts = map (\i -> i64.max 1 (i64.min isotopes c_of[i])) (iota 4)
  let mats = {count = counts,
              nuclide = tabulate_2d 4 isotopes (\i j -> (i + j * 3) % isotopes),
              density = tabulate_2d 4 isotopes (\i j -> 0.1 + 0.01 * f64.i64 ((i * 7 + j * 5) % 13))}
  in (grids, mats)

entry direct (isotopes: i64) (points: i64) (lookups: i64): i64 =
  let (grids, mats) = setup isotopes points
  in simulate mats grids (#nuclide : search [0][isotopes][0]) lookups

entry by_union (isotopes: i64) (points: i64) (lookups: i64): i64 =
  let (grids, mats) = setup isotopes points
  let energies = sort_f64 (flatten (map (map (.energy)) grids))
  let index = map (\e -> map (\g -> i32.i64 (lower_bound e (\k -> g[k].energy) (replicate points ()))) grids) energies
  in simulate mats grids (#unionized {energies, index} : search [isotopes * points][isotopes][0]) lookups

entry by_hash (isotopes: i64) (points: i64) (bins: i64) (lookups: i64): i64 =
  let (grids, mats) = setup isotopes points
  let bins = tabulate_2d bins isotopes (\b n -> i32.i64 (lower_bound (f64.i64 b / f64.i64 bins) (\k -> grids[n, k].energy) (replicate points ())))
  in simulate mats grids (#hashed {bins} : search [0][isotopes][]) lookups

-- ==
-- entry: direct
-- input { 3i64 8i64 20i64 } output { 68i64 }

-- ==
-- entry: by_union
-- input { 3i64 8i64 20i64 } output { 68i64 }

-- ==
-- entry: by_hash
-- input { 3i64 8i64 16i64 20i64 } output { 68i64 }

-- ==
-- entry: direct
-- input { 12i64 40i64 300i64 } output { 894i64 }

-- ==
-- entry: by_union
-- input { 12i64 40i64 300i64 } output { 894i64 }

-- ==
-- entry: by_hash
-- input { 12i64 40i64 16i64 300i64 } output { 894i64 }
