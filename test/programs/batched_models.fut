-- Batches of small problems as users bring them, each of which is one kernel of a device: paths through hidden states,
-- knapsacks, rotations of columns, edit distances, entropies, smiles that are fitted.
-- ==
-- structure cuda { kernel:block 6, not kernel:single }

-- The likeliest states, with a trace back through the states that they came from.
-- ==
-- entry: viterbi
-- input { [[0i64, 1i64, 1i64, 0i64, 2i64], [2i64, 2i64, 0i64, 0i64, 1i64]] [[3, 1, 0], [1, 2, 2], [0, 1, 4]] [[4, 0, 1], [1, 3, 0], [0, 1, 5]] }
-- output { [[0, 1, 1, 2, 2], [2, 2, 0, 0, 1]] [27, 33] }
entry viterbi [b] [t] [s] [o] (seen: [b][t]i64) (steps: [s][s]i32) (shown: [s][o]i32) : ([b][t]i32, [b]i32) =
  unzip (map (\row ->
    let (last, from) = loop (best, from) = (replicate s 0, replicate t (replicate s 0i32)) for k < t do
      let (next, came) = unzip (map (\j ->
        let (most, at) = loop (most, at) = (i32.lowest, 0i32) for i < s do
          let value = best[i] + steps[i, j]
          in if value > most then (value, i32.i64 i) else (most, at)
        in (most + shown[j, row[k]], at)) (iota s))
      in (next, from with [k] = came)
    let most = i32.maximum last
    let end = i32.minimum (map2 (\v j -> if v == most then i32.i64 j else i32.highest) last (iota s))
    let (path, _) = loop (path, at) = (replicate t 0, end) for back < t do
      let k = t - 1 - back
      in (path with [k] = at, from[k, at])
    in (path, most)) seen)

-- ==
-- entry: knapsacks
-- input { [[3i64, 4i64, 2i64, 5i64], [6i64, 1i64, 2i64, 3i64]] [[4, 5, 3, 7], [9, 1, 3, 5]] }
-- output { [12, 14] [[true, true, true, false], [true, false, false, true]] }
entry knapsacks [b] [n] (weights: [b][n]i64) (values: [b][n]i32) : ([b]i32, [b][n]bool) =
  let room = 9i64
  in unzip (map2 (\w v ->
    let table = loop table = replicate (n + 1) (replicate (room + 1) 0i32) for i < n do
      let row = map (\c -> if c < w[i] then table[i, c] else i32.max table[i, c] (table[i, c - w[i]] + v[i])) (iota (room + 1))
      in table with [i + 1] = row
    let (_, taken) = loop (c, taken) = (room, replicate n false) for back < n do
      let i = n - 1 - back
      in if table[i + 1, c] == table[i, c] then (c, taken) else (c - w[i], taken with [i] = true)
    in (table[n, room], taken)) weights values)

-- Singular values by rotations of pairs of columns.
-- ==
-- entry: rotations
-- input { [[[3f64, 0f64], [4f64, 5f64]], [[1f64, 2f64], [2f64, 5f64]]] }
-- output { [[2.2360679774997894f64, 6.708203932499369f64], [0.17157287525380993f64, 5.82842712474619f64]] }
entry rotations [b] [m] [n] (xs: [b][m][n]f64) : [b][n]f64 =
  map (\x ->
    let turned = loop a = copy x for _sweep < 4i32 do
      loop a for p < n do
        loop a for q < n do
          if q <= p then a
          else
            let pp = f64.sum (map (\r -> r[p] * r[p]) a)
            let qq = f64.sum (map (\r -> r[q] * r[q]) a)
            let pq = f64.sum (map (\r -> r[p] * r[q]) a)
            let z = (qq - pp) / (2 * pq + 1e-300)
            let t = (if z < 0 then -1 else 1) / (f64.abs z + f64.sqrt (1 + z * z))
            let c = 1 / f64.sqrt (1 + t * t)
            let s = c * t
            in map (\r -> map (\j -> if j == p then c * r[p] - s * r[q] else if j == q then s * r[p] + c * r[q] else r[j])
                              (iota n)) a
    in map (\j -> f64.sqrt (f64.sum (map (\r -> r[j] * r[j]) turned))) (iota n)) xs

-- Edit distances along diagonals.
-- ==
-- entry: distances
-- input { [[1u8, 2u8, 3u8, 4u8, 5u8], [1u8, 1u8, 1u8, 1u8, 1u8]] [[2u8, 3u8, 9u8, 5u8, 1u8], [1u8, 1u8, 1u8, 1u8, 1u8]] }
-- output { [3, 0] }
entry distances [b] [n] (xs: [b][n]u8) (ys: [b][n]u8) : [b]i32 =
  map2 (\x y ->
    let (_, last) = loop (before, last) = (replicate (n + 1) 0i32, replicate (n + 1) 0i32) for k < 2 * n + 1 do
      let next = tabulate (n + 1) (\i ->
        let j = k - i
        in if j < 0 || j > n then 1000000
           else if i == 0 || j == 0 then i32.i64 (i + j)
           else i32.min (1 + i32.min last[i - 1] last[i]) (before[i - 1] + i32.bool (x[i - 1] != y[j - 1])))
      in (last, next)
    in last[n]) xs ys

-- Counts of symbols, in order, and their running sums.
-- ==
-- entry: codes
-- input { [[0u8, 16u8, 17u8, 255u8, 18u8, 240u8], [5u8, 5u8, 5u8, 5u8, 5u8, 5u8]] }
-- output { [[3i64, 5i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64], [6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64]] [1.0114042647073518f64, 0f64] }
entry codes [b] [n] (xs: [b][n]u8) : ([b][16]i64, [b]f64) =
  unzip (map (\row ->
    let counts = hist (+) 0 16 (map (\x -> i64.u8 (x / 16)) row) (replicate n 1i64)
    let rank = map (\i -> i64.sum (map (\j -> i64.bool (counts[j] > counts[i] || (counts[j] == counts[i] && j < i))) (iota 16)))
                   (iota 16)
    let ends = scan (+) 0 (scatter (replicate 16 0) rank counts)
    let part c = f64.i64 c / f64.i64 n
    in (ends, f64.sum (map (\c -> if c == 0 then 0 else -(part c * f64.log (part c))) counts))) xs)

-- Gauss-Newton steps for three parameters: sums of outer products, and a system of three equations.
-- ==
-- entry: smiles
-- input { [[0.3f64, 0.1f64, 0.05f64, 0.1f64, 0.2f64], [0.1f64, 0.2f64, 0.1f64, 0.1f64, 0.4f64]] }
-- output { [[0.18055788447388624f64, -0.09999996461130291f64, 0.3248773414666621f64], [0.11719773322428265f64, 0.24999991152825737f64, -0.062259025537380525f64]] }
entry smiles [b] [n] (ys: [b][n]f64) : [b][3]f64 =
  map (\y ->
    loop p = [0.1, 0.0, 0.5] for _step < 4i32 do
      let xs = tabulate n (\i -> f64.i64 i / f64.i64 n - 0.4)
      let errors = map2 (\x v -> v - (p[0] + p[1] * x + 0.3 * f64.sqrt (p[2] * p[2] + x * x))) xs y
      let rows = map (\x -> [1, x, 0.3 * p[2] / f64.sqrt (p[2] * p[2] + x * x)]) xs
      let a = tabulate_2d 3 3 (\i j -> f64.sum (map (\r -> r[i] * r[j]) rows) + if i == j then 0.01 else 0)
      let c = tabulate 3 (\i -> f64.sum (map2 (\r e -> r[i] * e) rows errors))
      let (a, c) = loop (a, c) = (a, c) for k < 3i64 do
        let parts = tabulate 3 (\i -> if i == k then 0 else a[i, k] / a[k, k])
        in (tabulate_2d 3 3 (\i j -> a[i, j] - parts[i] * a[k, j]), tabulate 3 (\i -> c[i] - parts[i] * c[k]))
      in map2 (+) p (tabulate 3 (\i -> c[i] / a[i, i]))) ys
