-- Sizes that come as numbers: n - 1 may wrap around where it is computed, but not where 0 <= i < n, and not after the check that
-- n is no negative number. What remains are the checks of n itself.
-- ==
-- structure { assert 3 }
entry inside (n: i64): i64 =
  let a = opaque (map (\i -> i * i) (iota n))
  in i64.sum (tabulate n (\i -> if i > 0 && i < n - 1 then a[i - 1] - 3 * a[i + 1] else a[i]))
entry around (n: i64): i64 =
  let a = opaque (map (\i -> i * i) (iota n))
  in loop s = 0 for i < n - 1 do s + (i + 1) * a[i + 1]
entry twice (n: i64): i64 =
  let a = opaque (map (\i -> i * i) (iota n))
  in loop s = 0 for i < n do s + (if i < n - 2 then a[i + 2] else if i < n - 1 then a[i + 1] else 0)
-- ==
-- entry: inside
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 2i64 } output { 1i64 }
-- input { 5i64 } output { -66i64 }
-- input { -1i64 } error: E0412.*An array cannot have -1 elements
-- input { -9223372036854775808i64 } error: E0412.*An array cannot have -9223372036854775808 elements
-- ==
-- entry: around
-- input { 0i64 } output { 0i64 }
-- input { 1i64 } output { 0i64 }
-- input { 4i64 } output { 36i64 }
-- input { -9223372036854775808i64 } error: E0412.*An array cannot have -9223372036854775808 elements
-- ==
-- entry: twice
-- input { 0i64 } output { 0i64 }
-- input { 3i64 } output { 8i64 }
-- input { -9223372036854775808i64 } error: E0412.*An array cannot have -9223372036854775808 elements
