-- Transposed copies of elements of all widths: squares that are whole, edges, narrow matrices, many small ones, and others that
-- do not begin at a word. Each is compared with what was put in.
def number (k: i64) (i: i64) (j: i64): i64 = k * 31 + i * 7 + j * 13 + i * j

def wrong [b][m][n] 't (equal: t -> t -> bool) (of: i64 -> t) (turned: [b][m][n]t): i64 =
  i64.sum (map (\k -> i64.sum (map (\j -> i64.sum (map (\i ->
    if turned[k, j, i] `equal` of (number k i j) then 0 else 1) (iota n))) (iota m))) (iota b))

def turn 't (equal: t -> t -> bool) (of: i64 -> t) (b: i64) (n: i64) (m: i64): i64 =
  let matrices = opaque (tabulate_3d b n m (\k i j -> of (number k i j)))
  in wrong equal of (opaque (map transpose matrices))

entry bytes b n m: i64 = turn (==) u8.i64 b n m
entry shorts b n m: i64 = turn (==) i16.i64 b n m
entry words b n m: i64 = turn (==) i32.i64 b n m
entry longs b n m: i64 = turn (==) id b n m
entry bools b n m: i64 = turn (==) (\x -> x % 3 == 0) b n m
-- ==
-- entry: bytes shorts words longs bools
-- input { 1i64 0i64 5i64 } output { 0i64 }
-- input { 1i64 1i64 1i64 } output { 0i64 }
-- input { 1i64 2i64 2i64 } output { 0i64 }
-- input { 1i64 128i64 256i64 } output { 0i64 }
-- input { 1i64 200i64 132i64 } output { 0i64 }
-- input { 1i64 65i64 129i64 } output { 0i64 }
-- input { 1i64 1000i64 2i64 } output { 0i64 }
-- input { 1i64 3i64 9000i64 } output { 0i64 }
-- input { 300i64 4i64 3i64 } output { 0i64 }
-- input { 70i64 20i64 32i64 } output { 0i64 }
-- input { 3i64 130i64 67i64 } output { 0i64 }

-- Parts of matrices: rows that begin within a word, and a part of the columns.
entry parts (n: i64) (m: i64) (from: i64): i64 =
  let matrix = opaque (tabulate_2d n m (\i j -> u8.i64 (number 0 i j)))
  let part = opaque (copy (transpose matrix[from:, from:]))
  in i64.sum (map (\j -> i64.sum (map (\i -> if part[j, i] == u8.i64 (number 0 (i + from) (j + from)) then 0 else 1)
                                      (iota (n - from)))) (iota (m - from)))
-- ==
-- entry: parts
-- input { 260i64 260i64 1i64 } output { 0i64 }
-- input { 260i64 264i64 4i64 } output { 0i64 }
-- input { 259i64 261i64 2i64 } output { 0i64 }

-- More dimensions, not all of them turned; backwards.
entry dimensions (a: i64) (b: i64) (c: i64) (d: i64): i64 =
  let all = opaque (tabulate_3d a b c (\i j k -> tabulate d (\l -> i32.i64 (((i * b + j) * c + k) * d + l))))
  let turned = opaque (map (map transpose) (transpose all[::-1]))
  in i64.sum (map (\j -> i64.sum (map (\i -> i64.sum (map (\l -> i64.sum (map (\k ->
       if turned[j, i, l, k] == i32.i64 ((((a - 1 - i) * b + j) * c + k) * d + l) then 0 else 1)
       (iota c))) (iota d))) (iota a))) (iota b))
-- ==
-- entry: dimensions
-- input { 2i64 3i64 4i64 5i64 } output { 0i64 }
-- input { 3i64 2i64 70i64 66i64 } output { 0i64 }
-- input { 40i64 30i64 5i64 3i64 } output { 0i64 }
