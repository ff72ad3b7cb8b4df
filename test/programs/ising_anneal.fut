-- Simulated annealing in parallel: Ising spins on a torus in two colours, tours of cities improved by reversals, and
-- clauses satisfied by walks; all with counters as random numbers.

def mix (x: u64): u64 =
  let x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
  let x = (x ^ (x >> 27)) * 0x94d049bb133111eb
  in x ^ (x >> 31)
def random (seed: u64) (step: i64) (who: i64): f64 =
  f64.u64 (mix (mix (seed + u64.i64 step * 0x9e3779b97f4a7c15) + u64.i64 who) >> 11) / 9007199254740992

type spins [n][m] = [n][m]i8

def energy [n][m] (s: spins [n][m]): i64 =
  let right = map (rotate 1) s
  let below = rotate 1 s
  in -(i64.sum (flatten (map3 (map3 (\a b c -> i64.i8 (a * (b + c)))) s right below)))

def sweep [n][m] (seed: u64) (t: f64) (k: i64) (s: spins [n][m]): spins [n][m] =
  let half colour (s: spins [n][m]) : spins [n][m] =
    let around i j = s[(i + 1) % n, j] + s[(i - 1) % n, j] + s[i, (j + 1) % m] + s[i, (j - 1) % m]
    in tabulate_2d n m (\i j ->
         let cost = 2 * f64.i8 (s[i, j] * around i j)
         in if (i + j) % 2 == colour && (cost <= 0 || random seed (2 * k + colour) (i * m + j) < f64.exp (-cost / t)) then -s[i, j] else s[i, j])
  in s |> half 0 |> half 1

entry magnet (seed: u64) (n: i64) (m: i64) (sweeps: i64) (t: f64): (i64, i64) =
  let start = tabulate_2d n m (\i j -> if random seed (-1) (i * m + j) < 0.5 then 1 else -1)
  let s = loop s = start for k < sweeps do sweep seed t k s
  in (energy s, i64.sum (map i64.i8 (flatten s)))

-- Tours: each chain tries one reversal after the other; the best chain wins.
type city = (f64, f64)
def distance ((a, b): city) ((c, d): city) = f64.sqrt ((a - c) ** 2 + (b - d) ** 2)
def length_of [n] (cities: [n]city) (tour: [n]i64): f64 =
  f64.sum (map2 (\a b -> distance cities[a] cities[b]) tour (rotate 1 tour))

def anneal [n] (cities: [n]city) (seed: u64) (steps: i64) (chain: i64): (f64, [n]i64) =
  let (tour, _) =
    loop (tour, t) = (iota n, 1f64) for k < steps do
      let r w = random seed k (chain * 4 + w)
      let i = i64.f64 (r 0 * f64.i64 (n - 1))
      let j = i + 1 + i64.f64 (r 1 * f64.i64 (n - 1 - i))
      let (a, b) = (tour[(i - 1) % n], tour[i])
      let (c, d) = (tour[j], tour[(j + 1) % n])
      let change = if i == 0 && j == n - 1 then 0
                   else distance cities[a] cities[c] + distance cities[b] cities[d] - distance cities[a] cities[b] - distance cities[c] cities[d]
      let tour = if change < 0 || r 2 < f64.exp (-change / t)
                 then loop tour for k < (j - i + 1) / 2 do
                        let x = tour[i + k]
                        let tour[i + k] = tour[j - k]
                        in tour with [j - k] = x
                 else tour
      in (tour, t * 0.999)
  in (length_of cities tour, tour)

entry travel (seed: u64) (n: i64) (steps: i64) (chains: i64): (f64, [n]i64) =
  let cities = tabulate n (\i -> (random seed (-2) i, random seed (-3) i))
  let (lengths, tours) = unzip (map (anneal cities seed steps) (iota chains))
  let (best, at) = reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (f64.inf, i64.highest) (zip lengths (iota chains))
  in (best, tours[at])

-- Random walks for clauses of three literals: a clause that fails gets one of its variables flipped.
entry walk [c] (seed: u64) (vars: i64) (clauses: [c][3]i64) (tries: i64) (steps: i64): (i64, i64) =
  let holds (a: [vars]bool) (l: i64) = if l > 0 then a[l - 1] else !a[-l - 1]
  let failing a = map (\cl -> !(or (map (holds a) cl))) clauses
  let one try =
    let start = tabulate vars (\v -> random seed (-4) (try * vars + v) < 0.5)
    let (a, k) =
      loop (a, k) = (start, 0) while k < steps && or (failing a) do
        let bad = filter (\(f, _) -> f) (zip (failing a) (iota c))
        let pick = bad[i64.f64 (random seed k (try * 2) * f64.i64 (length bad))].1
        let v = i64.abs clauses[pick, i64.f64 (random seed k (try * 2 + 1) * 3)] - 1
        in (copy a with [v] = !a[v], k + 1)
    in (i64.sum (map i64.bool (failing a)), k)
  let (left, used) = unzip (map one (iota tries))
  in (i64.minimum left, i64.sum used)

-- ==
-- entry: magnet
-- input { 1u64 4i64 6i64 5i64 2f64 }
-- output { -40i64 -22i64 }
-- input { 9u64 8i64 8i64 20i64 1.2f64 }
-- output { -128i64 -64i64 }
-- input { 3u64 2i64 2i64 0i64 1f64 }
-- output { -8i64 -4i64 }

-- ==
-- entry: travel
-- input { 5u64 8i64 60i64 4i64 }
-- output { 3.5561776003919f64 [0i64, 3i64, 5i64, 2i64, 6i64, 4i64, 7i64, 1i64] }
-- input { 2u64 12i64 200i64 3i64 }
-- output { 4.8431877235445f64 [5i64, 1i64, 7i64, 0i64, 11i64, 4i64, 9i64, 10i64, 8i64, 3i64, 2i64, 6i64] }

-- ==
-- entry: walk
-- input {
--   7u64
--   5i64
--   [[2i64, 3i64, -1i64], [1i64, 5i64, -4i64], [-2i64, -3i64, 5i64], [2i64, 1i64, -3i64], [2i64, -3i64, 5i64], [-4i64, 2i64, 1i64], [1i64, 3i64, -5i64], [4i64, 5i64, 3i64], [2i64, -5i64, -4i64], [1i64, 4i64, 3i64], [2i64, -5i64, 1i64], [3i64, 2i64, -4i64]]
--   4i64
--   30i64
-- }
-- output { 0i64 7i64 }
-- input {
--   7u64
--   10i64
--   [[-6i64, 2i64, -1i64], [2i64, 6i64, -3i64], [1i64, 6i64, -2i64], [-6i64, 5i64, -10i64], [5i64, -4i64, 8i64], [-7i64, 3i64, -6i64], [8i64, 3i64, -6i64], [-8i64, -4i64, -7i64], [-1i64, -10i64, 3i64], [-10i64, -4i64, 6i64], [-7i64, -4i64, 8i64], [-7i64, 8i64, 1i64], [4i64, -7i64, -10i64], [-1i64, -5i64, -9i64], [7i64, -5i64, 3i64], [-10i64, 2i64, 7i64], [-2i64, 7i64, 4i64], [-8i64, 6i64, 7i64], [7i64, -8i64, -2i64], [-7i64, -3i64, 5i64], [10i64, -8i64, -7i64], [4i64, -3i64, 1i64], [-7i64, -4i64, 1i64], [-9i64, -8i64, -10i64], [10i64, -2i64, -8i64], [6i64, 2i64, -1i64], [2i64, -9i64, 8i64], [7i64, -4i64, -8i64], [2i64, 6i64, -7i64], [4i64, -5i64, -8i64], [-6i64, 3i64, 9i64], [-6i64, -5i64, 1i64], [2i64, 9i64, -10i64], [9i64, 4i64, -7i64], [3i64, 1i64, 9i64], [9i64, -8i64, 10i64], [-10i64, 6i64, -9i64], [10i64, 3i64, -9i64]]
--   6i64
--   60i64
-- }
-- output { 0i64 250i64 }
