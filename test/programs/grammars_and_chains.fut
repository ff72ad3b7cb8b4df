-- Sequences: the most likely path of a hidden chain by matrix products over the tropical semiring in a scan, forward and
-- backward sums with scaling, a grammar in normal form parsed by spans, and words drawn by the alias method.

module type semiring = {
  type t
  val zero: t
  val one: t
  val +: t -> t -> t
  val *: t -> t -> t
}

module max_plus: semiring with t = f64 = {
  type t = f64
  def zero = -f64.inf
  def one = 0f64
  def (a: f64) + (b: f64) = f64.max a b
  def (a: f64) * (b: f64) = a f64.+ b
}

module matrices (S: semiring) = {
  def multiply [n] (a: [n][n]S.t) (b: [n][n]S.t): [n][n]S.t =
    map (\row -> map (\col -> reduce (S.+) S.zero (map2 (S.*) row col)) (transpose b)) a
  def identity (n: i64): [n][n]S.t = tabulate_2d n n (\i j -> if i == j then S.one else S.zero)
}

module tropical = matrices max_plus

type chain [s][o] = {start: [s]f64, move: [s][s]f64, emit: [s][o]f64}

-- Scores of the best path to each state at each time: prefixes of a product of matrices.
def best_scores [s][o][n] (c: chain [s][o]) (seen: [n]i64): [n][s]f64 =
  let steps = map2 (\t x -> if t == 0 then tabulate_2d s s (\_ j -> f64.log c.start[j] + f64.log c.emit[j, x])
                            else tabulate_2d s s (\i j -> f64.log c.move[i, j] + f64.log c.emit[j, x])) (iota n) seen
  in map (\m -> m[0]) (scan tropical.multiply (tropical.identity s) steps)

def viterbi [s][o][n] (c: chain [s][o]) (seen: [n]i64): *[n]i64 =
  let scores = best_scores c seen
  let argmax (row: [s]f64) = (reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-f64.inf, s) (zip row (iota s))).1
  let path = replicate n 0i64
  let path[n - 1] = argmax scores[n - 1]
  in loop path for k in 1..<n do
       let t = n - 1 - k
       let next = path[t + 1]
       in path with [t] = argmax (map2 (\v i -> v + f64.log c.move[i, next]) scores[t] (iota s))

def posterior [s][o][n] (c: chain [s][o]) (seen: [n]i64): (*[n][s]f64, f64) =
  let normal (xs: [s]f64) = let t = f64.sum xs in (map (/ t) xs, t)
  let (fs, scales) =
    (loop (fs, scales, last) = (replicate n (replicate s 0), replicate n 0, copy c.start) for t < n do
       let prior = if t == 0 then last else map (\col -> f64.sum (map2 (*) last col)) (transpose c.move)
       let (f, k) = normal (map2 (\p row -> p * row[seen[t]]) prior c.emit)
       in (fs with [t] = f, scales with [t] = k, f)) |> \(a, b, _) -> (a, b)
  let (bs, _) =
    loop (bs, next) = (replicate n (replicate s 1), replicate s 1f64) for k in 1..<n do
      let t = n - 1 - k
      let weighted = map2 (\b row -> b * row[seen[t + 1]]) next c.emit
      let b = map (\row -> f64.sum (map2 (*) row weighted) / scales[t + 1]) c.move
      in (bs with [t] = b, b)
  in (map2 (\f b -> (normal (map2 (*) f b)).0) fs bs, f64.sum (map f64.log scales))

-- Rules A -> B C with weights and A -> word; the counts of derivations of all spans, shortest first.
type rule = {from: i64, left: i64, right: i64}

def derivations [r][n] (symbols: i64) (rules: [r]rule) (lexicon: [](i64, i64)) (words: [n]i64): [symbols]u64 =
  let table = replicate n (replicate (n + 1) (replicate symbols 0u64)) -- [from][length]
  let table = loop table for i < n do
    let row = reduce_by_index (replicate symbols 0u64) (+) 0 (map (\(s, w) -> if w == words[i] then s else -1) lexicon) (map (const 1) lexicon)
    in table with [i, 1] = row
  let table = loop table for len in 2..<n + 1 do
    let spans = map (\i ->
        let counts = map (\k -> map (\rl -> table[i, k + 1, rl.left] * table[i + k + 1, len - k - 1, rl.right]) rules) (iota (len - 1))
        let totals = map u64.sum (transpose counts)
        in reduce_by_index (replicate symbols 0) (+) 0 (map (.from) rules) totals) (iota (n - len + 1))
    in loop table for i < n - len + 1 do table with [i, len] = spans[i]
  in copy table[0, n]

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

def weather: chain [3][4] =
  {start = [0.5, 0.3, 0.2], move = [[0.7, 0.2, 0.1], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]],
   emit = [[0.5, 0.3, 0.1, 0.1], [0.2, 0.3, 0.3, 0.2], [0.1, 0.1, 0.3, 0.5]]}

entry likely_path [n] (seen: [n]i64): [n]i64 = viterbi weather seen
entry likely_states (n: i64): ([n][3]f64, f64) = posterior weather (map (\i -> noise i % 4) (iota n))
entry parses [n] (words: [n]i64): [3]u64 =
  -- S -> S S | a-pairs; an ambiguous grammar whose counts are Catalan numbers
  derivations 3 [{from = 0, left = 0, right = 0}, {from = 0, left = 1, right = 2}, {from = 2, left = 0, right = 1}] [(0, 0), (1, 1)] words

-- Vose's alias tables: two stacks, then draws in constant time.
def alias_table [k] (ps: [k]f64): ([k]f64, [k]i64) =
  let scaled = map (* f64.i64 k) ps
  let small = filter (\i -> scaled[i] < 1) (iota k)
  let large = filter (\i -> scaled[i] >= 1) (iota k)
  let pad [m] (xs: [m]i64): *[k]i64 = tabulate k (\i -> if i < m then xs[i] else 0)
  let (prob, alias, _, _, _, _, _) =
    loop (prob, alias, w, s, l, ns, nl) = (replicate k 1f64, iota k, copy scaled, pad small, pad large, length small, length large) while ns > 0 && nl > 0 do
      let (a, b) = (s[ns - 1], l[nl - 1])
      let prob = prob with [a] = w[a]
      let rest = w[b] + w[a] - 1
      let w = w with [b] = rest
      in if rest < 1 then (prob, alias with [a] = b, w, s with [ns - 1] = b, l, ns, nl - 1)
         else (prob, alias with [a] = b, w, s, l, ns - 1, nl)
  in (prob, alias)

entry draws (n: i64): ([5]i64, [5]f64) =
  let (prob, alias) = alias_table [0.1, 0.4, 0.05, 0.25, 0.2]
  let draw i = let k = noise (2 * i) % 5
               in if f64.i64 (noise (2 * i + 1)) / 4294967296 < prob[k] then k else alias[k]
  in (hist (+) 0 5 (map draw (iota n)) (replicate n 1), prob)

-- ==
-- entry: likely_path
-- input { [0i64] } output { [0i64] }
-- input { [0i64, 1i64, 3i64, 3i64, 2i64, 0i64, 0i64, 1i64] } output { [0i64, 0i64, 2i64, 2i64, 2i64, 0i64, 0i64, 0i64] }
-- input { [3i64, 3i64, 0i64, 0i64, 3i64, 2i64, 2i64, 1i64, 0i64, 3i64] }
-- output { [2i64, 2i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }

-- ==
-- entry: likely_states
-- input { 1i64 }
-- output { [[0.7575757575757576f64, 0.1818181818181818f64, 0.060606060606060615f64]] -1.1086626245216111f64 }
-- input { 9i64 }
-- output { [[0.7048183728041142f64, 0.21261674458419003f64, 0.08256488261169576f64], [0.47487538831497234f64, 0.23009804999773653f64, 0.2950265616872912f64], [0.7436045397109067f64, 0.17446733692029257f64, 0.0819281233688008f64], [0.7111171150233888f64, 0.2055994407016739f64, 0.08328344427493718f64], [0.30053484900724275f64, 0.4245373910771425f64, 0.27492775991561474f64], [0.28834822236440677f64, 0.4105086170886848f64, 0.30114316054690843f64], [0.640162703499272f64, 0.24721406654001848f64, 0.11262322996070956f64], [0.519351050228827f64, 0.37682152444132855f64, 0.10382742532984443f64], [0.28230550005565047f64, 0.41910766867065136f64, 0.2985868312736981f64]] -12.667650351341825f64 }

-- ==
-- entry: parses
-- input { [0i64] } output { [1u64, 0u64, 0u64] }
-- input { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] } output { [429u64, 0u64, 0u64] }
-- input { [1i64, 0i64, 1i64, 0i64, 0i64] } output { [2u64, 0u64, 0u64] }
-- input { [1i64, 0i64, 0i64, 1i64, 1i64, 0i64, 1i64, 0i64] } output { [2u64, 0u64, 0u64] }
-- input { [1i64, 1i64] } output { [0u64, 0u64, 0u64] }

-- ==
-- entry: draws
-- input { 0i64 } output { [0i64, 0i64, 0i64, 0i64, 0i64] [0.5f64, 1.0f64, 0.25f64, 0.5f64, 0.25f64] }
-- input { 200i64 } output { [18i64, 77i64, 13i64, 43i64, 49i64] [0.5f64, 1.0f64, 0.25f64, 0.5f64, 0.25f64] }
