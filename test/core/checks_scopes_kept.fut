-- Where nothing says that n is no negative number, n - 1 may have wrapped around, and the checks stay.
-- ==
-- structure { assert 2 }
entry loops [m] (n: i64) (a: [m]i64): i64 = loop s = 0 for i < n - 1 do s + a[i]
entry branch [m] (n: i64) (a: [m]i64): i64 = if n - 1 < m && n - 1 >= 0 then a[n - 1] else if n - 1 > m then a[n] else 7
-- ==
-- entry: loops
-- input { 3i64 [4i64, 5i64] } output { 9i64 }
-- input { 4i64 [4i64, 5i64] } error: E0402.*out of bounds
-- input { -5i64 [4i64, 5i64] } output { 0i64 }
-- input { -9223372036854775808i64 [4i64, 5i64] } error: E0402.*out of bounds
-- ==
-- entry: branch
-- input { 2i64 [4i64, 5i64] } output { 5i64 }
-- input { 3i64 [4i64, 5i64] } output { 7i64 }
-- input { 0i64 [4i64, 5i64] } output { 7i64 }
-- input { -9223372036854775808i64 [4i64, 5i64] } error: E0402.*out of bounds
