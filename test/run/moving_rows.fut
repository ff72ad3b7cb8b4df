-- Loops in points that carry arrays whose sizes change from round to round, and leave none of them behind.
def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  in i64.u32 (x ^ (x >> 13))

def size (m: i64) (long: i64) (i: i64): i64 = if i == m / 2 then long else noise i % 5

-- Sieves a row by its first element until nothing is left; how often, and what the first ones were.
entry sieve (m: i64) (long: i64): ([m]i64, [m]i64) =
  let one i =
    let row = map (\j -> noise (i * 17 + j) % 90 + 2) (iota (size m long i))
    let (_, rounds, seen) =
      loop (xs: []i64, rounds, seen) = (row, 0, 0) while length xs > 0 do
        let p = xs[0]
        in (filter (\x -> x % p != 0) xs, rounds + 1, seen * 3 + p)
    in (rounds, seen)
  in unzip (map one (iota m))

-- Two arrays, one that grows while the other shrinks, and one that stays.
entry exchange (m: i64) (long: i64): [m]i64 =
  let one i =
    let n = size m long i
    let row = map (\j -> noise (i + j * 3) % 50) (iota n)
    let fixed = map (+ i) (iota (n / 2))
    let (_, _, sum) =
      loop (xs: []i64, ys: []i64, sum) = (row, [i], 0) while length xs > length ys do
        let ys' = ys ++ map (* 2) (take (i64.min 3 (length xs)) xs)
        in (drop (i64.min 3 (length xs)) xs, ys', sum + i64.sum ys' * 7 + i64.sum (map2 (*) fixed (reverse fixed)))
    in sum
  in map one (iota m)

-- Some rounds leave the array as it is, and points stop at different places.
entry waits (m: i64) (long: i64): [m]i64 =
  let one i =
    let row = map (\j -> noise (i * 5 + j) % 20) (iota (size m long i))
    let (_, _, k) =
      loop (xs: []i64, turn, k) = (row, i % 3, 0) while length xs > 1 && k < 40 do
        if turn == 0 then (filter (\x -> x > i64.minimum xs) xs, 2, k + length xs) else (xs, turn - 1, k + 1)
    in k
  in map one (iota m)

-- What is left of the array is needed: such a loop stays with its point.
entry rests (m: i64) (long: i64): [m]i64 =
  let one i =
    let row = map (\j -> noise (i * 7 + j) % 30) (iota (size m long i))
    let (xs, _) = loop (xs: []i64, k) = (row, 0) while length xs > 3 do (filter (\x -> x != xs[k % 2]) xs, k + 1)
    in i64.sum xs
  in map one (iota m)

-- Failures in a later round.
entry falls (m: i64) (long: i64): [m]i64 =
  let one i =
    let (_, s) = loop (xs: []i64, s) = (iota (size m long i), 0) while length xs > 0 do
      let ys = filter (\x -> x % 2 == 1) xs in (map (/ 2) ys, s + 100 / (4 - length xs) + i64.sum ys)
    in s
  in map one (iota m)

-- Many points, of which one has most of the work, or none has.
entry totals (m: i64) (long: i64): [5]i64 =
  let (rounds, seen) = sieve m long
  in [i64.sum rounds, i64.sum (map (% 1009) seen), i64.sum (exchange m long), i64.sum (waits m long), i64.sum (rests m long)]

-- ==
-- entry: sieve
-- input { 0i64 5i64 } output { empty([0]i64) empty([0]i64) }
-- input { 1i64 0i64 } output { [0i64] [0i64] }
-- input { 1i64 30i64 } output { [14i64] [26417639i64] }
-- input { 7i64 40i64 } output { [0i64, 0i64, 0i64, 19i64, 3i64, 2i64, 2i64] [0i64, 0i64, 0i64, 25329082532i64, 438i64, 247i64, 188i64] }
-- ==
-- entry: exchange
-- input { 0i64 5i64 } output { empty([0]i64) }
-- input { 1i64 17i64 } output { [3808i64] }
-- input { 7i64 40i64 } output { [0i64, 0i64, 0i64, 43687i64, 908i64, 326i64, 722i64] }
-- ==
-- entry: waits
-- input { 0i64 5i64 } output { empty([0]i64) }
-- input { 1i64 9i64 } output { [40i64] }
-- input { 7i64 40i64 } output { [0i64, 0i64, 0i64, 40i64, 14i64, 4i64, 2i64] }
-- ==
-- entry: rests
-- input { 0i64 5i64 } output { empty([0]i64) }
-- input { 1i64 9i64 } output { [3i64] }
-- input { 7i64 40i64 } output { [0i64, 0i64, 0i64, 34i64, 57i64, 18i64, 36i64] }
-- ==
-- entry: totals
-- input { 40i64 2000i64 } output { [102i64, 10087i64, 62363057426i64, 2159i64, 954i64] }
-- input { 1100i64 3i64 } output { [2147i64, 293677i64, 368816953i64, 5306i64, 29551i64] }
-- input { 1100i64 3000i64 } output { [2176i64, 293520i64, 1126400393335i64, 8299i64, 29488i64] }
-- ==
-- entry: falls
-- input { 3i64 40i64 } output { [0i64, 486i64, 0i64] }
-- input { 3i64 4i64 } error: E0403.*division by zero
