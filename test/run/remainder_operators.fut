-- Operators with remainders: chains of them took nvcc longer than anybody waits.
entry main [n] (xs: [n]u64): [n]u64 = scan (\a b -> (a * b) % 998244353) 1 xs
entry signed [n] (xs: [n]i64): i64 = reduce (\a b -> (a * b + a + b) % 1000003) 0 xs
entry small [n] (m: i32) (xs: [n]i32): [n]i32 = scan (\a b -> (a * b) % m) 1 xs

-- ==
-- entry: main
-- input { [123456789u64, 998244352u64, 5u64, 7u64] } output { [123456789u64, 874787564u64, 380960408u64, 670234150u64] }

-- ==
-- entry: signed
-- input { [5i64, 1000002i64, 77i64] } output { 1000002i64 }

-- ==
-- entry: small
-- input { 11i32 [5i32, 6i32, 7i32, 100i32] } output { [5i32, 8i32, 1i32, 1i32] }
