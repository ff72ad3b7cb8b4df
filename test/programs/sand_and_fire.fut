-- Grids that settle: sandpiles that topple until they are stable, the identity of their group, percolation with clusters
-- joined by pointers, diffusion-limited growth, and a predator-prey world with sum types for cells.

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

def neighbours [h][w] 't 'a (g: [h][w]t) (outside: a) (f: t -> a) (y: i64) (x: i64): [4]a =
  map (\(dy, dx) -> let (yy, xx) = (y + dy, x + dx)
                    in if yy < 0 || yy >= h || xx < 0 || xx >= w then outside else f g[yy, xx])
      [(-1, 0), (1, 0), (0, -1), (0, 1)]

def stabilise [h][w] (grid: [h][w]i32): ([h][w]i32, i64) =
  let (grid, rounds, _) =
    loop (grid, rounds, go) = (grid, 0i64, true) while go do
      let next = tabulate_2d h w (\y x -> grid[y, x] % 4 + i32.sum (neighbours grid 0 (/ 4) y x))
      in (next, rounds + 1, any (any (>= 4)) next)
  in (grid, rounds)

-- (2c - (2c)°)° where c is the largest stable pile.
entry sand_identity (h: i64) (w: i64): [h][w]i32 =
  let twice = replicate h (replicate w 6i32)
  let (s, _) = stabilise twice
  in (stabilise (map2 (map2 (-)) twice s)).0

entry avalanche (n: i64) (grains: i32): (i64, i64, i64) =
  let start = tabulate_2d n n (\y x -> if y == n / 2 && x == n / 2 then grains else 0)
  let (g, rounds) = stabilise start
  let counts = hist (+) 0 4 (map i64.i32 (flatten g)) (replicate (n * n) 1i64)
  in (rounds, counts[3], i64.sum (map2 (*) counts (iota 4)))

-- Clusters of open sites: roots are hooked to smaller roots of neighbours, then paths are halved.
def clusters [h][w] (is_open: [h][w]bool): [h * w]i64 =
  let flat = flatten is_open
  let sides i = let (y, x) = (i / w, i % w)
                in [if x + 1 < w && flat[i] && flat[i + 1] then i + 1 else i, if y + 1 < h && flat[i] && flat[i + w] then i + w else i]
  let edges = flatten (map (\i -> map (\j -> (i, j)) (sides i)) (iota (h * w)))
  let (parent, _) =
    loop (parent, go) = (iota (h * w), true) while go do
      let hooks = map (\(i, j) -> let (a, b) = (parent[i], parent[j])
                                  in if a == b then (-1, 0) else (i64.max a b, i64.min a b)) edges
      let parent' = reduce_by_index (copy parent) i64.min i64.highest (map (.0) hooks) (map (.1) hooks)
      let parent'' = map (\p -> parent'[parent'[p]]) parent'
      in (parent'', or (map2 (!=) parent parent''))
  in map2 (\o p -> if o then p else -1) flat parent

entry percolation (h: i64) (w: i64) (percent: i64): (i64, i64, bool) =
  let label = clusters (tabulate_2d h w (\y x -> noise (y * w + x) % 100 < percent))
  let n = h * w
  let sizes = hist (+) 0 n label (map (const 1i64) label)
  let top = hist (||) false n (take w label) (map (const true) (take w label))
  in (i64.sum (map (\s -> i64.bool (s > 0)) sizes), i64.maximum sizes, any (\i -> label[i] >= 0 && top[label[i]]) (map (+ (n - w)) (iota w)))

-- Fish breed, sharks eat or starve. Every animal wants a neighbouring cell; the one with the highest number wins it.
type cell = #sea | #fish i32 | #shark {age: i32, hunger: i32}

def is_sea (c: cell) = match c case #sea -> true case _ -> false

def step [h][w] (round: i64) (world: [h][w]cell): [h][w]cell =
  let n = h * w
  let at i = world[i / w, i % w]
  let around i = let (y, x) = (i / w, i % w)
                 in [(y + h - 1) % h * w + x, (y + 1) % h * w + x, y * w + (x + w - 1) % w, y * w + (x + 1) % w]
  let luck i = noise (round * n + i) % 1000
  -- where each animal wants to go, or -1
  let wish i: i64 =
    let start = luck i % 4
    let choose (p: cell -> bool) = loop r = -1 for k < 4 do let c = (around i)[(start + k) % 4] in if r < 0 && p (at c) then c else r
    in match at i
       case #sea -> -1
       case #fish _ -> choose is_sea
       case #shark _ -> let prey = choose (\c -> match c case #fish _ -> true case _ -> false)
                        in if prey >= 0 then prey else choose is_sea
  let wishes = map wish (iota n)
  let winners = reduce_by_index (replicate n (-1i64)) i64.max (-1) wishes (map (\i -> luck i * n + i) (iota n))
  let winner c = if winners[c] < 0 then -1 else winners[c] % n
  let moves i = wishes[i] >= 0 && winner wishes[i] == i
  let result c: cell =
    let from = winner c
    in if from >= 0
       then (let ate = match at c case #fish _ -> true case _ -> false
             in match at from
                case #fish age -> #fish (if age >= 3 then 0 else age + 1)
                case #shark s -> if ate then #shark {age = s.age + 1, hunger = 0}
                                 else if s.hunger >= 4 then #sea else #shark {age = s.age + 1, hunger = s.hunger + 1}
                case #sea -> #sea)
       else match at c
            case #sea -> #sea
            case #fish age -> if moves c then (if age >= 3 then #fish 0 else #sea) else #fish (age + 1)
            case #shark s -> if moves c then (if s.age >= 6 && s.age % 7 == 6 then #shark {age = 0, hunger = 0} else #sea)
                             else if s.hunger >= 4 then #sea else #shark {age = s.age + 1, hunger = s.hunger + 1}
  in unflatten (map result (iota (h * w)))

entry wator (h: i64) (w: i64) (steps: i64): ([steps]i64, [steps]i64) =
  let start = tabulate_2d h w (\y x -> let r = noise (y * w + x + 555) % 10
                                       in if r < 4 then #fish (i32.i64 (r % 4)) else if r == 4 then #shark {age = 0, hunger = 0} else (#sea : cell))
  let count (p: cell -> bool) (g: [h][w]cell) = i64.sum (map (\c -> i64.bool (p c)) (flatten g))
  let (_, fish, sharks) =
    loop (g, fish, sharks) = (start, replicate steps 0i64, replicate steps 0i64) for t < steps do
      let g = step t g
      in (g, fish with [t] = count (\c -> match c case #fish _ -> true case _ -> false) g,
          sharks with [t] = count (\c -> match c case #shark _ -> true case _ -> false) g)
  in (fish, sharks)

-- ==
-- entry: sand_identity
-- input { 3i64 3i64 } output { [[2i32, 1i32, 2i32], [1i32, 0i32, 1i32], [2i32, 1i32, 2i32]] }
-- input { 6i64 5i64 }
-- output { [[2i32, 2i32, 1i32, 2i32, 2i32], [1i32, 3i32, 1i32, 3i32, 1i32], [3i32, 3i32, 1i32, 3i32, 3i32], [3i32, 3i32, 1i32, 3i32, 3i32], [1i32, 3i32, 1i32, 3i32, 1i32], [2i32, 2i32, 1i32, 2i32, 2i32]] }

-- ==
-- entry: avalanche
-- input { 5i64 30i32 } output { 5i64 4i64 30i64 }
-- input { 15i64 400i32 } output { 65i64 72i64 400i64 }

-- ==
-- entry: percolation
-- input { 6i64 8i64 55i64 } output { 3i64 25i64 true }
-- input { 30i64 30i64 60i64 } output { 25i64 467i64 true }
-- input { 20i64 20i64 75i64 } output { 4i64 270i64 true }

-- ==
-- entry: wator
-- input { 6i64 5i64 4i64 } output { [10i64, 7i64, 5i64, 5i64] [8i64, 8i64, 8i64, 8i64] }
-- input { 16i64 12i64 15i64 }
-- output { [74i64, 69i64, 70i64, 71i64, 73i64, 72i64, 74i64, 52i64, 49i64, 46i64, 38i64, 34i64, 34i64, 31i64, 21i64] [32i64, 32i64, 32i64, 32i64, 32i64, 31i64, 59i64, 59i64, 59i64, 59i64, 58i64, 53i64, 51i64, 86i64, 83i64] }
