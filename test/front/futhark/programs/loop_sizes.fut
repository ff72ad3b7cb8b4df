-- Loops whose arrays change their sizes: doubling, filtering, explicit size binders.
-- ==
-- input { [1i32, 2i32, 3i32] }
-- output { [1i32, 2i32, 3i32, 1i32, 2i32, 3i32, 1i32, 2i32, 3i32, 1i32, 2i32, 3i32] }

-- ==
-- entry: selection
-- input { [9i32, 4i32, 7i32, 1i32, 8i32] } output { [1i32, 4i32, 7i32, 8i32, 9i32] }

-- ==
-- entry: fibonacci
-- input { 30i64 } output { [1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64] }

-- ==
-- entry: tree_sum
-- input { [1i32, 2i32, 3i32, 4i32, 5i32] } output { 15i32 3i32 }

entry main (xs: []i32) : []i32 = loop ys = xs for _i < 2i32 do ys ++ ys

-- Takes the smallest out again and again.
entry selection (xs: []i32) : []i32 =
  let (_, sorted) =
    loop (rest, sorted) = (xs, []) while length rest > 0 do
      let m = i32.minimum rest
      in (filter (!= m) rest, sorted ++ filter (== m) rest)
  in sorted

entry fibonacci (limit: i64) : []i64 =
  let (fibs, _, _) =
    loop (fibs: []i64, a, b) = ([], 1, 2) while a < limit do (fibs ++ [a], b, a + b)
  in fibs

entry tree_sum [n] (xs: [n]i32) : (i32, i32) =
  let (xs, levels) =
    loop [k] (xs: [k]i32, levels) = (xs, 0) while k > 1 do
      let half = (k + 1) / 2
      let next = tabulate half (\i -> xs[2 * i] + (if 2 * i + 1 < k then xs[2 * i + 1] else 0))
      in (next, levels + 1)
  in (xs[0], levels)
