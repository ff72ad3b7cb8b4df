-- Hidden Markov models in logarithms: forward and backward, the most likely path by a scan over matrices of
-- (max, +) and by a loop with back pointers, and re-estimation.

def log_add (a: f64) (b: f64): f64 =
  let (hi, lo) = if a > b then (a, b) else (b, a)
  in if hi == -f64.inf then hi else hi + f64.log1p (f64.exp (lo - hi))

def log_sum [n] (xs: [n]f64): f64 = reduce log_add (-f64.inf) xs

type model [s][o] = {start: [s]f64, move: [s][s]f64, emit: [s][o]f64}

def logs [s][o] (m: model [s][o]): model [s][o] =
  {start = map f64.log m.start, move = map (map f64.log) m.move, emit = map (map f64.log) m.emit}

def forward [s][o][t] (m: model [s][o]) (obs: [t]i64): [t][s]f64 =
  let first = map2 (\p e -> p + e[obs[0]]) m.start m.emit
  let alphas = replicate t (replicate s 0)
  let alphas[0] = first
  in loop alphas for k in 1..<t do
       let before = copy alphas[k - 1]
       let row = map2 (\col e -> log_sum (map2 (+) before col) + e[obs[k]]) (transpose m.move) m.emit
       in alphas with [k] = row

def backward [s][o][t] (m: model [s][o]) (obs: [t]i64): [t][s]f64 =
  loop betas = replicate t (replicate s 0) for i in 1..<t do
    let k = t - 1 - i
    let after = copy betas[k + 1]
    in betas with [k] = map (\row -> log_sum (map3 (\a e b -> a + e[obs[k + 1]] + b) row m.emit after)) m.move

def viterbi [s][o][t] (m: model [s][o]) (obs: [t]i64): (f64, [t]i64) =
  let best [k] (xs: [k]f64) = reduce (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-f64.inf, i64.highest) (zip xs (iota k))
  let first = map2 (\p e -> p + e[obs[0]]) m.start m.emit
  let (final, back) =
    loop (now, back) = (first, replicate t (replicate s 0)) for k in 1..<t do
      let (scores, from) = unzip (map2 (\col e -> let (v, i) = best (map2 (+) now col) in (v + e[obs[k]], i)) (transpose m.move) m.emit)
      in (scores, back with [k] = from)
  let (score, last) = best final
  let (_, path) =
    loop (state, path) = (last, replicate t 0) for k in (t - 1)..(t - 2)...0 do
      (if k > 0 then back[k, state] else state, path with [k] = state)
  in (score, path)

-- The score alone, by an associative operator on matrices.
def viterbi_scan [s][o][t] (m: model [s][o]) (obs: [t]i64): f64 =
  let times (a: [s][s]f64) (b: [s][s]f64) = map (\r -> map (\c -> f64.maximum (map2 (+) r c)) (transpose b)) a
  let eye = tabulate_2d s s (\i j -> if i == j then 0 else -f64.inf)
  let step k = map (\row -> map2 (\a e -> a + e[obs[k]]) row m.emit) m.move
  let first = map2 (\p e -> p + e[obs[0]]) m.start m.emit
  let total = reduce times eye (map step (1..<t))
  in f64.maximum (map2 (\f row -> f + f64.maximum row) first total)

entry likelihood [s][o][t] (start: [s]f64) (move: [s][s]f64) (emit: [s][o]f64) (obs: [t]i64): (f64, f64) =
  let m = logs {start, move, emit}
  let alphas = forward m obs
  let betas = backward m obs
  in (log_sum alphas[t - 1], log_sum (map3 (\p e b -> p + e[obs[0]] + b) m.start m.emit betas[0]))

entry decode [s][o][t] (start: [s]f64) (move: [s][s]f64) (emit: [s][o]f64) (obs: [t]i64): (f64, [t]i64, f64) =
  let m = logs {start, move, emit}
  let (score, path) = viterbi m obs
  in (score, path, viterbi_scan m obs)

-- One step of Baum and Welch.
entry improve [s][o][t] (start: [s]f64) (move: [s][s]f64) (emit: [s][o]f64) (obs: [t]i64): ([s]f64, [s][s]f64, [s][o]f64) =
  let m = logs {start, move, emit}
  let alphas = forward m obs
  let betas = backward m obs
  let total = log_sum alphas[t - 1]
  let gamma = map2 (map2 (\a b -> f64.exp (a + b - total))) alphas betas
  let xi i j = f64.sum (map (\k -> f64.exp (alphas[k, i] + m.move[i, j] + m.emit[j, obs[k + 1]] + betas[k + 1, j] - total)) (iota (t - 1)))
  let move' = tabulate_2d s s xi |> map (\row -> let z = f64.sum row in map (/ z) row)
  let emit' = map (\g -> let z = f64.sum g
                         in hist (+) 0 o obs g |> map (/ z)) (transpose gamma)
  in (gamma[0], move', emit')

-- ==
-- entry: likelihood
-- input { [0.251204f64, 0.748796f64] [[0.559318f64, 0.440682f64], [0.261461f64, 0.738539f64]] [[0.427146f64, 0.288161f64, 0.284693f64], [0.369178f64, 0.11335f64, 0.517472f64]] [2i64, 1i64, 0i64, 0i64] }
-- output { -4.4361316808866f64 -4.4361316808866f64 }

-- ==
-- entry: decode
-- input { [0.251204f64, 0.748796f64] [[0.559318f64, 0.440682f64], [0.261461f64, 0.738539f64]] [[0.427146f64, 0.288161f64, 0.284693f64], [0.369178f64, 0.11335f64, 0.517472f64]] [2i64, 1i64, 0i64, 0i64] }
-- output { -6.0275602981512f64 [1i64, 1i64, 1i64, 1i64] -6.0275602981512f64 }

-- ==
-- entry: improve
-- input { [0.251204f64, 0.748796f64] [[0.559318f64, 0.440682f64], [0.261461f64, 0.738539f64]] [[0.427146f64, 0.288161f64, 0.284693f64], [0.369178f64, 0.11335f64, 0.517472f64]] [2i64, 1i64, 0i64, 0i64] }
-- output {
--   [0.19939909687469f64, 0.80060090312531f64]
--   [[0.62907578890406f64, 0.37092421109594f64], [0.38124101524122f64, 0.61875898475878f64]]
--   [[0.54700338059511f64, 0.33164635727908f64, 0.12135026212582f64], [0.46722948361942f64, 0.19307657758329f64, 0.33969393879728f64]]
-- }

-- ==
-- entry: likelihood
-- input {
--   [0.573396f64, 0.21316f64, 0.213444f64]
--   [[0.068477f64, 0.528033f64, 0.40349f64], [0.534268f64, 0.392269f64, 0.073463f64], [0.345273f64, 0.481008f64, 0.173719f64]]
--   [[0.691895f64, 0.308105f64], [0.217357f64, 0.782643f64], [0.179497f64, 0.820503f64]]
--   [1i64, 0i64, 1i64, 1i64, 1i64, 0i64]
-- }
-- output { -4.0223880515448f64 -4.0223880515448f64 }

-- ==
-- entry: decode
-- input {
--   [0.573396f64, 0.21316f64, 0.213444f64]
--   [[0.068477f64, 0.528033f64, 0.40349f64], [0.534268f64, 0.392269f64, 0.073463f64], [0.345273f64, 0.481008f64, 0.173719f64]]
--   [[0.691895f64, 0.308105f64], [0.217357f64, 0.782643f64], [0.179497f64, 0.820503f64]]
--   [1i64, 0i64, 1i64, 1i64, 1i64, 0i64]
-- }
-- output { -7.0265956459962f64 [1i64, 0i64, 1i64, 1i64, 1i64, 0i64] -7.0265956459962f64 }

-- ==
-- entry: improve
-- input {
--   [0.573396f64, 0.21316f64, 0.213444f64]
--   [[0.068477f64, 0.528033f64, 0.40349f64], [0.534268f64, 0.392269f64, 0.073463f64], [0.345273f64, 0.481008f64, 0.173719f64]]
--   [[0.691895f64, 0.308105f64], [0.217357f64, 0.782643f64], [0.179497f64, 0.820503f64]]
--   [1i64, 0i64, 1i64, 1i64, 1i64, 0i64]
-- }
-- output {
--   [0.20215338156617f64, 0.4410654945656f64, 0.35678112386822f64]
--   [[0.075399530518252f64, 0.51308393781277f64, 0.41151653166898f64], [0.54599370051376f64, 0.38137454028022f64, 0.072631759206021f64], [0.41210376819172f64, 0.42589299003013f64, 0.16200324177815f64]]
--   [[0.64508107790855f64, 0.35491892209145f64], [0.18133543634483f64, 0.81866456365517f64], [0.13358643629471f64, 0.86641356370529f64]]
-- }

-- ==
-- entry: likelihood
-- input { [1f64] [[1f64]] [[0.74256f64, 0.25744f64]] [0i64] }
-- output { -0.29765160348927f64 -0.29765160348927f64 }

-- ==
-- entry: decode
-- input { [1f64] [[1f64]] [[0.74256f64, 0.25744f64]] [0i64] }
-- output { -0.29765160348927f64 [0i64] -0.29765160348927f64 }
