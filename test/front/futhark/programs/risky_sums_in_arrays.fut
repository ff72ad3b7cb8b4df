-- Sums with arrays inside, in arrays, loops and reductions.
-- ==
-- entry: weights
-- input { [0i32, 3i32, -1i32, -5i32] }
-- output { [0i64, 12i64, 1000i64, 0i64] }

-- ==
-- entry: merged
-- input { [1i32, 0i32, 2i32] }
-- output { 8i64 }
-- input { empty([0]i32) }
-- output { 0i64 }
-- input { [1i32, -1i32, -7i32] }
-- output { 1000i64 }

-- ==
-- entry: scanned
-- input { [0i32, 1i32, 2i32] }
-- output { [0i64, 2i64, 8i64] }

-- ==
-- entry: updated
-- input { [0i32, 1i32] 0i64 }
-- output { [300i64, 2i64] }

-- ==
-- entry: equal
-- input { 3i32 3i32 }
-- output { true }
-- input { 3i32 -3i32 }
-- output { false }

-- ==
-- entry: stepped
-- input { 3i32 }
-- output { 20i64 }

type packet = #empty | #data [2]i32 | #error {code: u8, at: i64}

def classify (x: i32): packet =
  if x == 0 then #empty
  else if x > 0 then #data [x, x * x]
  else #error {code = u8.i32 (-x), at = i64.i32 x}

def weight (p: packet): i64 =
  match p
  case #empty -> 0
  case #data v -> i64.i32 (v[0] + v[1])
  case #error {code = 1, at = _} -> 1000
  case #error {code, at} -> i64.u8 code + at

def merge (a: packet) (b: packet): packet =
  match (a, b)
  case (#empty, p) -> p
  case (p, #empty) -> p
  case (#error e, _) -> #error e
  case (_, #error e) -> #error e
  case (#data v, #data w) -> #data (map2 (+) v w)

entry weights (xs: []i32): []i64 = map (classify >-> weight) xs
entry merged (xs: []i32): i64 = weight (reduce merge #empty (map classify xs))
entry scanned (xs: []i32): []i64 = map weight (scan merge #empty (map classify xs))
entry updated (xs: []i32) (i: i64): []i64 =
  let ps = map classify xs
  let ps = ps with [i] = #data [100, 200]
  in map weight ps
entry equal (x: i32) (y: i32): bool = classify x == classify y
entry stepped (n: i32): i64 =
  weight (loop p = #empty for i < n do merge p (classify (i + 1)))
