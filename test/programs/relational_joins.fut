-- Tables as records of columns: selection, projection, sort-merge joins with as many matches as there are, grouping with
-- several aggregates, distinct, top-k, and a query in the style of a decision-support benchmark.

def expand 'a 'b (count: a -> i64) (get: a -> i64 -> b) (xs: []a): []b =
  let sizes = map count xs
  let ends = scan (+) 0 sizes
  let total = if length xs == 0 then 0 else last ends
  let starts = map2 (-) ends sizes
  let marks = reduce_by_index (replicate total 0) (+) 0 (map2 (\s n -> if n > 0 then s else -1) starts sizes) (map (const 1) sizes)
  let nonempty = filter (\i -> sizes[i] > 0) (indices xs)
  let owner = map (\k -> nonempty[k - 1]) (scan (+) 0 marks)
  in map2 (\o i -> get xs[o] (i - starts[o])) owner (iota total)

module type ordered = {
  type t
  val <=: t -> t -> bool
}

-- A merge sort from the bottom up: every element finds its place in the other run by bisection.
module merge_sort (O: ordered) = {
  def find [n] (strict: bool) (x: O.t) (from: i64) (to: i64) (xs: [n]O.t): i64 =
    let before y = if strict then !(x O.<= y) else y O.<= x
    let (lo, _) = loop (lo, hi) = (from, to) while lo < hi do
      let mid = (lo + hi) / 2
      in if before xs[mid] then (mid + 1, hi) else (lo, mid)
    in lo
  def sort [n] (xs: [n]O.t): [n]O.t =
    (loop (xs, width) = (copy xs, 1) while width < n do
       let place i =
         let pair = i / (2 * width) * (2 * width)
         let mid = i64.min n (pair + width)
         let end = i64.min n (pair + 2 * width)
         in if i < mid
            then i + find true xs[i] mid end xs - mid
            else i - mid + find false xs[i] pair mid xs
       let places = map place (iota n)
       in (scatter (copy xs) places xs, 2 * width)).0
}

type customer = {id: i32, segment: u8, region: i32}
type order = {id: i32, customer: i32, day: i32, priority: u8}
type item = {order: i32, price: f64, discount: f64, quantity: i32, shipped: i32}

module by_key = merge_sort {type t = (i64, i64) def (a: t) <= (b: t) = a.0 < b.0 || (a.0 == b.0 && a.1 i64.<= b.1)}

def order_by [n] 'a (key: a -> i64) (xs: [n]a): [n]a =
  map (\(_, i) -> xs[i]) (by_key.sort (zip (map key xs) (iota n)))

def bounds [n] (keys: [n]i64) (k: i64): (i64, i64) =
  let bisect (less: i64 -> bool) =
    (loop (lo, hi) = (0, n) while lo < hi do
       let mid = (lo + hi) / 2 in if less keys[mid] then (mid + 1, hi) else (lo, mid)).0
  in (bisect (< k), bisect (<= k))

-- All pairs whose keys are equal.
def join 'a 'b (ka: a -> i64) (kb: b -> i64) (as: []a) (bs: []b): [](a, b) =
  let bs = order_by kb bs
  let keys = map kb bs
  let ranges = map (\a -> (a, bounds keys (ka a))) as
  in expand (\(_, (lo, hi)) -> hi - lo) (\(a, (lo, _)) i -> (a, bs[lo + i])) ranges

-- Rows with equal keys, combined.
def group_by [n] 'a 'c (key: a -> i64) (value: a -> c) (op: c -> c -> c) (ne: c) (xs: [n]a): [](i64, c) =
  let xs = order_by key xs
  let keys = map key xs
  let heads = map (\i -> i == 0 || keys[i] != keys[i - 1]) (iota n)
  let groups = map (\g -> g - 1) (scan (+) 0 (map i64.bool heads))
  let count = if n == 0 then 0 else last groups + 1
  let names = scatter (replicate count 0) (map2 (\h g -> if h then g else -1) heads groups) keys
  in zip names (reduce_by_index (replicate count ne) op ne groups (map value xs))

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

def make_customers (n: i64): [n]customer =
  map (\i -> {id = i32.i64 i, segment = u8.i64 (noise i % 5), region = i32.i64 (noise (i + 1000000) % 4)}) (iota n)
def make_orders (n: i64) (customers: i64): [n]order =
  map (\i -> {id = i32.i64 i, customer = i32.i64 (noise (2000000 + i) % customers), day = i32.i64 (noise (3000000 + i) % 100),
              priority = u8.i64 (noise (4000000 + i) % 3)}) (iota n)
def make_items (n: i64) (orders: i64): [n]item =
  map (\i -> {order = i32.i64 (noise (5000000 + i) % orders), price = f64.i64 (noise (6000000 + i) % 10000) / 100,
              discount = f64.i64 (noise (7000000 + i) % 11) / 100, quantity = i32.i64 (1 + noise (8000000 + i) % 50),
              shipped = i32.i64 (noise (9000000 + i) % 120)}) (iota n)

-- Revenue of orders of one segment that were placed before a day and shipped after it: the best ones.
entry shipping_priority (c: i64) (o: i64) (l: i64) (k: i64): ([k]i64, [k]f64) =
  let customers = filter (\c -> c.segment == 1) (make_customers c)
  let orders = filter (\o -> o.day < 50) (make_orders o c)
  let items = filter (\i -> i.shipped > 50) (make_items l o)
  let with_customer = join (\(c: customer) -> i64.i32 c.id) (\(o: order) -> i64.i32 o.customer) customers orders
  let lines = join (\(_, o: order) -> i64.i32 o.id) (\(i: item) -> i64.i32 i.order) with_customer items
  let revenue = group_by (\((_, o: order), _) -> i64.i32 o.id) (\(_, i: item) -> i.price * (1 - i.discount)) (+) 0 lines
  let best = order_by (\(_, r) -> -(i64.f64 (f64.round (r * 100)))) revenue
  let padded = map (\i -> if i < length best then best[i] else (-1, 0)) (iota k)
  in unzip padded

-- Count, sum, mean and greatest by two columns at once.
entry pricing_summary (l: i64) (o: i64) (day: i32): ([]i64, []i64, []f64, []f64, []i32) =
  let items = filter (\i -> i.shipped <= day) (make_items l o)
  let op (n1: i64, s1: f64, d1: f64, q1: i32) (n2: i64, s2: f64, d2: f64, q2: i32) = (n1 + n2, s1 + s2, d1 + d2, i32.max q1 q2)
  let groups = group_by (\i -> i64.i32 (i.quantity % 3) * 10 + i64.i32 i.order % 2) (\i -> (1, i.price, i.discount, i.quantity)) op (0, 0, 0, i32.lowest) items
  in (map (.0) groups, map (\g -> g.1.0) groups, map (\g -> g.1.1) groups, map (\g -> g.1.2 / f64.i64 g.1.0) groups, map (\g -> g.1.3) groups)

-- How many pairs an equi-join has, and a checksum over them.
entry join_size (n: i64) (m: i64) (keys: i64): (i64, i64) =
  let as = map (\i -> (noise i % keys, i)) (iota n)
  let bs = map (\i -> (noise (i + 77777) % keys, i)) (iota m)
  let pairs = join (.0) (.0) as bs
  in (length pairs, i64.sum (map (\((_, i), (_, j)) -> (i * 31 + j * 17) % 1009) pairs))

entry distinct [n] (xs: [n]i64): []i64 = map (.0) (group_by id (const ()) (\_ _ -> ()) () xs)

-- ==
-- entry: shipping_priority
-- input { 10i64 20i64 60i64 3i64 } output { [11i64, 8i64, 4i64] [232.5077f64, 172.3304f64, 137.6645f64] }
-- input { 50i64 200i64 500i64 8i64 }
-- output { [10i64, 71i64, 55i64, 136i64, 155i64, 9i64, 143i64, 30i64] [291.5139f64, 188.8119f64, 179.1317f64, 143.5776f64, 132.07319999999999f64, 100.6656f64, 86.17f64, 72.42200000000001f64] }

-- ==
-- entry: pricing_summary
-- input { 60i64 20i64 90i32 }
-- output { [0i64, 1i64, 10i64, 11i64, 20i64, 21i64] [7i64, 6i64, 8i64, 8i64, 7i64, 8i64] [422.27f64, 397.79999999999995f64, 419.12f64, 532.57f64, 319.00999999999993f64, 636.3399999999999f64] [0.06285714285714286f64, 0.03f64, 0.06874999999999999f64, 0.03375f64, 0.038571428571428576f64, 0.061250000000000006f64] [48i32, 45i32, 49i32, 49i32, 41i32, 44i32] }

-- ==
-- entry: join_size
-- input { 0i64 5i64 3i64 } output { 0i64 0i64 }
-- input { 30i64 40i64 7i64 } output { 158i64 82492i64 }
-- input { 300i64 200i64 1000i64 } output { 53i64 29030i64 }
-- input { 5i64 0i64 2i64 } output { 0i64 0i64 }
-- input { 40i64 40i64 1i64 } output { 1600i64 784237i64 }

-- ==
-- entry: distinct
-- input { [5i64, 3i64, 5i64, -1i64, 3i64, 3i64, 9i64] } output { [-1i64, 3i64, 5i64, 9i64] }
-- input { empty([0]i64) } output { empty([0]i64) }
