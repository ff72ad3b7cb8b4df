-- What an arm of a branch inside a point checks fails also where nothing that is lifted out of the point needs the value: in an arm that
-- is not taken, in a par without elements, in a round of a loop.
-- ==
-- entry: arm
-- input { [3i64, 9i64] [true, false] 5i64 } error: E0402.*bounds
-- input { [3i64, 2i64] [true, false] 5i64 } output { [9i64, 0i64] }
entry arm [n] (ks: [n]i64) (bs: [n]bool) (m: i64): [n]i64 =
  let table = iota m
  in map2 (\k b -> let x = if k > 2 then table[k] else 0 in if b then i64.sum (map (* x) (iota k)) else 0) ks bs

-- ==
-- entry: empty
-- input { [3i64, 9i64] [2i64, 0i64] 5i64 } error: E0402.*bounds
-- input { [3i64, 4i64] [2i64, 0i64] 5i64 } output { [3i64, 0i64] }
entry empty [n] (ks: [n]i64) (ls: [n]i64) (m: i64): [n]i64 =
  let table = iota m
  in map2 (\k l -> let x = if k > 2 then table[k] else 0 in i64.sum (map (* x) (iota l))) ks ls

-- ==
-- entry: round
-- input { [3i64, 9i64] [2i64, 0i64] 5i64 } error: E0402.*bounds
-- input { [4i64, 5i64] [2i64, 0i64] 5i64 } output { [3i64, 0i64] }
entry round [n] (ks: [n]i64) (ls: [n]i64) (m: i64): [n]i64 =
  let table = iota m
  in map2 (\k l -> loop s = 0 for i < k do let x = if i > 2 then table[i] else 0 in s + i64.sum (map (* x) (iota l))) ks ls

-- A branch in an arm, and two results of which only one is needed by each.
-- ==
-- entry: nested
-- input { [3i64, 9i64] [2i64, 0i64] 5i64 } error: E0402.*bounds
-- input { [3i64, 8i64] [2i64, 0i64] 5i64 } error: E0403.*zero
-- input { [3i64, 6i64] [2i64, 0i64] 7i64 } output { [5i64, 0i64] }
entry nested [n] (ks: [n]i64) (ls: [n]i64) (m: i64): [n]i64 =
  let table = iota m
  in map2 (\k l ->
             let (x, y) = if k > 2 then (if k % 3 == 0 then table[k] else 1, 7 / (k - 8)) else (0, 0)
             in i64.sum (map (+ x) (iota l)) + i64.sum (map (* y) (iota l)))
          ks ls

-- A row that is chosen, with a check in each case.
type t = #a i64 | #b i64 | #c
-- ==
-- entry: rows
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 1i64, 8i64, 5i64] [2i64, 1i64, 0i64, 2i64] } output { [3i64, 3i64, 0i64, 2i64] }
-- input { [[1i64, 2i64], [3i64, 4i64]] [0i64, 1i64, 9i64, 5i64] [2i64, 1i64, 0i64, 2i64] } error: E0402.*bounds
entry rows [n][m][k] (xss: [m][k]i64) (ks: [n]i64) (ls: [n]i64): [n]i64 =
  let kind (i: i64): t = if i % 3 == 0 then #a (i / 3) else if i % 3 == 1 then #b (i / 3 + 1) else #c
  in map2 (\i l ->
             let row = match kind i
                       case #a j -> copy xss[j]
                       case #b j -> copy xss[j]
                       case #c -> replicate k 1
             in i64.sum (map (\j -> row[j]) (iota l)))
          ks ls
