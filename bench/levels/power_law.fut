-- The last prefix of rows whose lengths follow a power law: many short rows, a few very long ones.

def f (i: i64) : f32 = f32.i64 (i % 1000) * 0.001

def last_sums [n] (ns: [n]i64) : [n]f32 =
  map (\n -> if n == 0 then 0 else last (scan (+) 0 (map f (iota n)))) ns

-- Lengths up to `longest`; 2^28 elements for 31,000,000 rows.
def lengths (n: i64) (longest: i64) : [n]i64 =
  map (\i -> let u = (f64.i64 ((i * 7919) % n) + 0.5) / f64.i64 n
             in i64.f64 (0.5 / u) |> i64.min longest) (iota n)

-- ==
-- entry: run
-- nobench input { [0i64, 1i64, 3i64, 0i64, 1002i64] } output { [0f32, 0f32, 0.003f32, 0f32, 499.501f32] }
-- nobench input { empty([0]i64) } output { empty([0]f32) }
entry run = last_sums

-- How many elements all rows of n have.
-- ==
-- entry: elements
-- nobench input { 100i64 } output { 275i64 }
entry elements (n: i64) : i64 = i64.sum (lengths n (1 << 24))

-- ==
-- entry: total
-- notest input { 31000000i64 }
entry total (n: i64) : f32 = f32.sum (last_sums (lengths n (1 << 24)))
