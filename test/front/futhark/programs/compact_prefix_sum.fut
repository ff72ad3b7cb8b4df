-- Filtering by hand: prefix sums say where each element goes.
-- ==
-- entry: evens
-- input { [1i32, 2i32, 3i32, 4i32, 6i32, 7i32, -8i32] }
-- output { [2i32, 4i32, 6i32, -8i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: signs
-- input { [3i32, -1i32, 0i32, 0i32, 5i32, -7i32, 2i32] }
-- output { [-1i32, -7i32, 0i32, 0i32, 3i32, 5i32, 2i32] [2i64, 2i64, 3i64] }

def exclusive [n] 't (op: t -> t -> t) (ne: t) (xs: [n]t): [n]t =
  map2 (\i x -> if i == 0 then ne else x) (iota n) (rotate (-1) (scan op ne xs))

def compact [n] 'a (p: a -> bool) (dummy: a) (xs: [n]a): []a =
  let keep = map (p >-> i64.bool) xs
  let offsets = exclusive (+) 0 keep
  let total = if n == 0 then 0 else offsets[n - 1] + keep[n - 1]
  let places = map2 (\k o -> if k == 1 then o else -1) keep offsets
  in scatter (replicate total dummy) places xs

def partition3 [n] 'a (class: a -> i64) (xs: [n]a): ([n]a, [3]i64) =
  let classes = map class xs
  let one k = map (\c -> i64.bool (c == k)) classes
  let sizes = map (one >-> i64.sum) (iota 3) :> [3]i64
  let starts = exclusive (+) 0 sizes
  let ranks = map (one >-> exclusive (+) 0) (iota 3)
  let places = map2 (\i c -> starts[c] + ranks[c, i]) (iota n) classes
  in (scatter (copy xs) places xs, sizes)

entry evens (xs: []i32): []i32 = compact (\x -> x % 2 == 0) 0 xs
entry signs [n] (xs: [n]i32): ([n]i32, [3]i64) = partition3 (\x -> i64.i32 (i32.sgn x) + 1) xs
