-- Loops of varying trip count: points that are done keep their states, and nothing runs at them that would fail or never end there. On a
-- device they are marked, and left behind once they are half of those present; on a CPU they are left behind at once.
-- ==
-- entry: weighted
-- input { [3i64, 0i64, 5i64, 2i64] [4i64, 9i64, 0i64, 1i64] } output { [30i64, 0i64, 0i64, 1i64] }
-- input { [3i64, 3i64, 3i64] [2i64, 2i64, 2i64] } output { [9i64, 9i64, 9i64] }
-- input { empty([0]i64) empty([0]i64) } output { empty([0]i64) }
-- input { [7i64] [0i64] } output { [0i64] }
entry weighted [n] (ns: [n]i64) (ks: [n]i64): [n]i64 =
  map2 (\n k -> (loop (s, m) = (0, k) while m > 0 do (s + i64.sum (map (* m) (iota n)), m - 1)).0) ns ks

-- Rows are states: the rows of points that are done stay as they are.
-- ==
-- entry: rows
-- input { [3i64, 0i64, 2i64, 4i64, 1i64] [0i64, 5i64, 2i64, 3i64, 1i64] } output { [3i64, 0i64, 11i64, 182i64, 0i64] }
entry rows [n] (ns: [n]i64) (ks: [n]i64): [n]i64 =
  map2 (\n k -> i64.sum (loop row = iota n for i < k do map (\x -> x * 3 + i) row)) ns ks

-- A state that is done would divide by zero, or read behind the end of its row.
-- ==
-- entry: divides
-- input { [4i64, 1i64, 3i64, 6i64, 2i64, 5i64] } output { [11i64, 0i64, 5i64, 24i64, 2i64, 17i64] }
-- entry: divides
-- input { [4i64, -1i64] } error: E0412.*An array cannot have -1 elements
entry divides [n] (ks: [n]i64): [n]i64 =
  map (\k -> (loop (s, m) = (0, k) while m != 0 do
                let q = 100 / m
                in (s + i64.sum (map (\x -> (x * q) / 25) (iota m)), m - 1)).0) ks

-- ==
-- entry: walks
-- input { [[1i64, 2i64, 3i64, 4i64], [2i64, 0i64, 4i64, 0i64], [4i64, 0i64, 0i64, 0i64], [3i64, 3i64, 3i64, 4i64]] }
-- output { [6i64, 2i64, 0i64, 3i64] }
-- input { [[1i64, 2i64, -1i64]] } error: E0402.*out of bounds
entry walks [n][m] (nexts: [n][m]i64): [n]i64 =
  map (\next -> (loop (at, s) = (0, 0) while at != m do
                   let to = next[at]
                   in (to, s + i64.sum (map (\x -> x - x + 1) (iota at)))).1) nexts

-- A loop inside the body that would never end for a point that is done.
-- ==
-- entry: spins
-- input { [5i64, 0i64, 9i64, 2i64] } output { [13i64, 0i64, 70i64, 1i64] }
entry spins [n] (ks: [n]i64): [n]i64 =
  map (\k -> (loop (s, m) = (0, k) while m > 0 do
                let e = loop e = 1 while e < 9 do if m == 0 then e else e + m
                in (s + i64.sum (iota m) - e + e, m - 2 + i64.min 1 (e / 100))).0) ks

-- States of one size at all points, and a row that the thread of a point makes.
-- ==
-- entry: vectors
-- input { [3i64, 0i64, 1i64, 7i64, 2i64] } output { [[4i64, 7i64, 10i64], [1i64, 1i64, 1i64], [1i64, 1i64, 1i64], [22i64, 43i64, 64i64], [2i64, 3i64, 4i64]] }
entry vectors [n] (ks: [n]i64): [n][3]i64 =
  map (\k -> (loop (v, m) = ([1, 1, 1], k) while m > 0 do
                let t = i64.sum (map (\_ -> 1) (iota m))
                in (map2 (\x i -> x + i * (m - 1)) v [1, 2, 3] :> [3]i64, m - 1 + t - m)).0) ks

-- With a branch that has parallelism in the body, and a loop inside the loop: those that run are told apart in every round.
-- ==
-- entry: branches
-- input { [3i64, 0i64, 6i64, 1i64, 4i64] } output { [6i64, 0i64, 47i64, 0i64, 16i64] }
entry branches [n] (ks: [n]i64): [n]i64 =
  map (\k -> (loop (s, m) = (0, k) while m > 0 do
                (s + (if m % 2 == 0 then i64.sum (iota m) + m else loop t = 0 for j < m do t + i64.sum (map (\x -> x - x + j) (iota 1))) + m % 2 - m % 2, m - 1)).0) ks

-- Many points inside few: one ends in each round, and one has most of the elements.
-- ==
-- entry: many
-- input { 200i64 } output { [1333300i64, 100500000i64] }
entry many (n: i64): []i64 =
  let f (size: i64) (k: i64) = (loop (s, m) = (0, k) while m > 0 do (s + i64.sum (map (\_ -> m) (iota size)), m - 1)).0
  in map (\r -> if r == 0 then i64.sum (tabulate n (\i -> f 1 i)) else i64.sum (tabulate n (\i -> f (if i == 0 then 5000 else 0) n))) [0, 1]
