-- Small puzzles: Josephus, perfect numbers, pascal, digits, balanced brackets.
-- ==
-- entry: josephus
-- input { 41i64 3i64 }
-- output { 30i64 }

-- ==
-- entry: perfect
-- input { 500i64 }
-- output { [6i64, 28i64, 496i64] }

-- ==
-- entry: pascal
-- input { 5i64 }
-- output { [1i64, 4i64, 6i64, 4i64, 1i64] }

-- ==
-- entry: digit_sum
-- input { 18446744073709551615u64 }
-- output { 87u64 }

-- ==
-- entry: balanced
-- input { [40u8, 97u8, 40u8, 98u8, 41u8, 99u8, 41u8, 40u8, 41u8] }
-- output { true }
-- input { [40u8, 41u8, 41u8, 40u8] }
-- output { false }
-- input { empty([0]u8) }
-- output { true }

entry josephus (n: i64) (k: i64): i64 = loop r = 0 for i in 2...n do (r + k) % i
entry perfect (n: i64): []i64 =
  filter (\x -> x == i64.sum (filter (\d -> x % d == 0) (1..<x))) (2..<n)
entry pascal (n: i64): [n]i64 =
  loop row = replicate n 0 with [0] = 1 for _i < n - 1 do
    map2 (+) row (map (\j -> if j == 0 then 0 else row[j - 1]) (iota n))
entry digit_sum (x: u64): u64 =
  (loop (s, x) = (0, x) while x > 0 do (s + x % 10, x / 10)).0
entry balanced (s: []u8): bool =
  let depths = scan (+) 0 (map (\c -> match c case '(' -> 1i32 case ')' -> -1 case _ -> 0) s)
  in all (>= 0) depths && (null s || last depths == 0)
