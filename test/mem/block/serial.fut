-- A long loop in which nothing is for the threads to share out is little work beside one of which they share as many
-- rounds: a trace back through a table, say. The first thread writes, and no round of it waits for another one.
-- ==
-- structure cuda { kernel:block 1, not kernel:single, barriers 3 }
-- input { [[1, 5, 2, 4], [3, 3, 0, 9]] } output { [[2, 2, 1, 0], [1, 1, 0, 0]] [21, 15] }
-- input { empty([0][3]i32) } output { empty([0][3]i32) empty([0]i32) }
-- input { empty([1][0]i32) } output { empty([1][0]i32) [0] }
entry main [n] [m] (xs: [n][m]i32) : ([n][m]i32, [n]i32) =
  unzip (map (\row ->
    let start = (replicate 3 0i32, replicate m (replicate 3 0i32))
    let (best, from) = loop (best, from) = start for j < m do
      let step i = loop (most, at) = (i32.lowest, 0i32) for k < 3 do
        let value = best[k] + (row[j] * (1 + i32.i64 (i * k))) % 7
        in if value > most then (value, i32.i64 k) else (most, at)
      let (next, came) = unzip (map step (iota 3))
      in (next, from with [j] = came)
    let (path, at) = loop (path, at) = (replicate m 0i32, 0i32) for back < m do
      let j = m - 1 - back
      in (path with [j] = at, from[j, at])
    in (path, best[0] + at)) xs)
