-- A loop that updates an array in place: the sieve of Eratosthenes.
-- ==
-- entry: main
-- input { 20i64 } output { [2i64, 3, 5, 7, 11, 13, 17, 19] }
-- input { 2i64 } output { empty([0]i64) }
def main (n: i64): []i64 =
  let flags = replicate n true with [0] = false with [1] = false
  let flags =
    loop flags for i in 2..<n do
      if flags[i]
      then loop flags for j in i * 2..i * 3..<i64.max (i * 3) n do
             if j < n then flags with [j] = false else flags
      else flags
  in filter (\i -> flags[i]) (iota n)
