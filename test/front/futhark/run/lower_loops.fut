-- Loops whose arrays grow, and nests of parallel loops.
-- ==
-- entry: grow
-- input { 3 } output { [1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32, 1i32] }
-- input { 0 } output { [1i32] }
-- ==
-- entry: grow2
-- input { 3 } output { [1i32, 0i32, 3i32, 6i32, 9i32, 12i32, 15i32, 18i32, 21i32, 24i32] 27i32 }
-- ==
-- entry: collatz
-- input { 27i64 } output { 111i32 }
-- ==
-- entry: bubble
-- input { [3,1,2] } output { [1i32, 2i32, 3i32] }
-- ==
-- entry: mat
-- input { [[1,2],[3,4]] } output { [[2i32, 3i32], [4i32, 5i32]] }
-- ==
-- entry: mm
-- input { [[1,2],[3,4]] [[1,0],[0,1]] } output { [[1i32, 2i32], [3i32, 4i32]] }
-- ==
-- entry: rows
-- input { [[1,2],[3,4]] } output { [[1i32, 3i32], [3i32, 7i32]] }
-- ==
-- entry: filt
-- input { [1,2,3,4] } output { [6i32, 8i32] 2i64 }

-- loops with changing sizes
def double [n] (xs: [n]i32): []i32 = xs ++ xs
entry grow (k: i32) = loop xs = [1i32] for i < k do double xs
entry grow2 (k: i32) = loop (xs, s) = ([1i32], 0) while length xs < 10 do (xs ++ [s], s + k)
entry collatz (n: i64) = (loop (x, c) = (n, 0i32) while x != 1 do if x % 2 == 0 then (x / 2, c + 1) else (3 * x + 1, c + 1)).1
entry bubble [n] (xs: *[n]i32): *[n]i32 =
  loop xs for i < n do
    loop xs for j < n - 1 do
      if xs[j] > xs[j+1] then
        let a = xs[j] let b = xs[j+1]
        let xs[j] = b
        let xs[j+1] = a
        in xs
      else xs
entry mat [n][m] (xss: [n][m]i32) = map (map (+1)) xss
entry mm [n][m][k] (a: [n][m]i32) (b: [m][k]i32): [n][k]i32 =
  map (\r -> map (\c -> reduce (+) 0 (map2 (*) r c)) (transpose b)) a
entry rows [n][m] (xss: [n][m]i32) = map (\r -> scan (+) 0 r) xss
entry filt (xs: []i32) = (filter (>2) xs |> map (*2), length (filter (>2) xs))
