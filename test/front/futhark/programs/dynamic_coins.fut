-- How to pay an amount: the number of ways, and the fewest coins.
-- ==
-- entry: main
-- input { [1i64, 5i64, 10i64, 25i64, 50i64] 100i64 }
-- output { 292i64 2i64 }
-- input { [5i64, 7i64] 13i64 }
-- output { 0i64 -1i64 }

def ways (coins: []i64) (total: i64): i64 =
  let table = replicate (total + 1) 0i64 with [0] = 1
  let table =
    loop table for c in coins do
      loop table for i in c..<total + 1 do
        table with [i] = table[i] + table[i - c]
  in table[total]

def fewest (coins: []i64) (total: i64): i64 =
  let never = i64.highest
  let best = replicate (total + 1) never with [0] = 0
  let best =
    loop best for i in 1...total do
      let options = map (\c -> if c <= i && best[i - c] != never then best[i - c] + 1 else never) coins
      in best with [i] = i64.minimum options
  in if best[total] == never then -1 else best[total]

entry main (coins: []i64) (total: i64): (i64, i64) = (ways coins total, fewest coins total)
