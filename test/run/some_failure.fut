-- Several points fail. Devices report one of them, any one; but a failure of what comes later in the program never.
-- ==
-- entry: places
-- input { [0i64, 1, 2, 9, 1, -3, 2, 12, 3, 99, 1, 1] } error: E0402.*Index \[(9|-3|12|99)\]
-- entry: kept
-- input { [0i64, 1, 2, 5, 1, -3, 2, 12, 3, 99, 1, 1] } error: E0402.*Index \[(5|-3|12|99)\]
-- entry: prefixes
-- input { [0i64, 1, 2, 1, 1, 3, -7, 12, 3, 99, 1, 1] } error: E0402.*Index \[(-7|12|99)\]
-- entry: rows
-- input { [[0i64, 1], [2, 1], [7, 3], [8, 12], [3, 9]] } error: E0402.*Index \[(7|8|12|9)\]
-- entry: counted
-- input { [0i64, 1, 2, 9, 1, -3, 2, 12, 3, 99, 1, 1] } error: E0402.*Index \[(9|-3|12|99)\]
-- entry: twice
-- input { [0i64, 1, 2, 3] [5i64, 9] } error: E0402.*Index \[1[23]\]
-- input { [0i64, 1, 1, 1] [5i64, 9] } error: E0402.*Index \[(25|29)\]
-- entry: while_some
-- input { [0i64, 1, 0, 1] } error: E0402.*Index \[[89]\]
def table: [4]i64 = [1, 2, 3, 4]
entry places [n] (xs: [n]i64) : [n]i64 = map (\x -> table[x]) xs
entry kept [n] (xs: [n]i64) : []i64 = filter (\x -> table[x] > 1) xs
entry prefixes [n] (xs: [n]i64) : [n]i64 = scan (+) 0 (map (\x -> table[x]) xs)
entry rows [n] [m] (xs: [n][m]i64) : [n]i64 = map (\row -> i64.sum (map (\x -> table[x]) row)) xs
entry counted [n] (xs: [n]i64) : [4]i64 = hist (+) 0 4 (map (% 4) xs) (map (\x -> table[x]) xs)
-- The first kernel's failure hides that of the second one, which needs it.
entry twice [n] [m] (xs: [n]i64) (ys: [m]i64) : [m]i64 =
  let firsts = scan (+) 0 (map (\x -> (if x > 1 then table[x + 10] else table[x])) xs)
  in map (\y -> table[y + 19 + firsts[0]]) ys
-- Steps of a loop, of which the fourth one fails.
entry while_some [n] (xs: [n]i64) : [n]i64 =
  loop xs for i < 10 do map (\x -> if i > 3 then table[x + 4] else x + 1) (map (+ 0) xs)
