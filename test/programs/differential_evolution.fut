-- Least squares by differential evolution, with a random generator as a parametric module.
module type rng = {
  type rng
  val seed : i32 -> rng
  val next : rng -> (rng, u32)
  val split : (n: i64) -> rng -> [n]rng
}
module minstd : rng = {
  type rng = u32
  def modulus : u64 = 2147483647
  def next (x: rng) = let y = u32.u64 (u64.u32 x * 48271 % modulus) in (y, y)
  def seed (s: i32) = (next (u32.i32 s % 2147483646 + 1)).0
  def split (n: i64) (x: rng) = map (\i -> (next (u32.u64 (u64.u32 x * (u64.i64 i + 2) % modulus))).0) (iota n)
}
module uniform (G: rng) = {
  def real (g: G.rng) : (G.rng, f64) = let (g, x) = G.next g in (g, f64.u32 x / 2147483647)
  def below (n: i64) (g: G.rng) : (G.rng, i64) = let (g, x) = G.next g in (g, i64.u32 x % n)
}
module u = uniform minstd

type^ objective [d] = [d]f64 -> f64

def evolve [n] [d] (f: objective [d]) (rounds: i32) (population: [n][d]f64) (g: minstd.rng) : ([n][d]f64, [n]f64) =
  let costs = map f population
  let (p, c, _) =
    loop (population, costs, g) = (population, costs, g) for _r < rounds do
      let gs = minstd.split (n + 1) g
      let (candidates, new) = unzip <| map3 (\g x cost ->
        let (g, a) = u.below n g
        let (g, b) = u.below n g
        let (g, c) = u.below n g
        let (g, j) = u.below d g
        let (y, _) = loop (y, g) = (copy x, g) for k < d do
          let (g, p) = u.real g
          in if p < 0.9 || k == j
             then (y with [k] = population[a, k] + 0.7 * (population[b, k] - population[c, k]), g)
             else (y, g)
        let fy = f y
        in if fy < cost then (y, fy) else (copy x, cost)) (gs[:n]) population costs
      in (candidates, new, gs[n])
  in (p, c)

def rosenbrock [d] (x: [d]f64) : f64 =
  f64.sum (map (\i -> if i == d - 1 then 0 else 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2) (iota d))

entry main (n: i64) (d: i64) (rounds: i32) (seed: i32) : (f64, [d]f64) =
  let g = minstd.seed seed
  let gs = minstd.split n g
  let population = map (\g -> (loop (y, g) = (replicate d 0, g) for k < d do
                                 let (g, x) = u.real g in (y with [k] = 4 * x - 2, g)).0) gs
  let (p, c) = evolve rosenbrock rounds population (minstd.seed (seed + 1))
  let (best, at) = reduce (\(a, i) (b, j) -> if b < a || (b == a && j < i) then (b, j) else (a, i)) (f64.inf, -1) (zip c (iota n))
  in (best, p[at])

-- ==
-- entry: main
-- input { 12i64
--   3i64
--   10i32
--   5i32 }
-- output { 3.9246711984523f64
--   [-0.77988149995137f64, 0.57951655494876f64, 0.26530393161592f64] }
-- input { 1i64
--   1i64
--   1i32
--   5i32 }
-- output { 0f64
--   [-1.1350749447639f64] }
