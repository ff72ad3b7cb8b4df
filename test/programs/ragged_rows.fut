-- Ragged rows: a row is a slice of one array, and rows are as long as they like. Rows are sorted, selected from, filtered,
-- grouped and folded, each by inner parallel code; some rows are empty and one is very long.

type ragged [n][m] 't = {data: [n]t, offsets: [m + 1]i64}

module ragged = {
  def lengths [n][m] 't (r: ragged [n][m] t): [m]i64 = map (\i -> r.offsets[i + 1] - r.offsets[i]) (iota m)
  def row [n][m] 't (r: ragged [n][m] t) (i: i64): []t = r.data[r.offsets[i]:r.offsets[i + 1]]
  def fold [n][m] 't 'a (f: (k: i64) -> [k]t -> a) (r: ragged [n][m] t): [m]a =
    map (\i -> let [k] (xs: [k]t) = row r i in f k xs) (iota m)
  -- Rows made by a function of their number, of lengths that are known.
  def make [m] 't (sizes: [m]i64) (f: i64 -> i64 -> t): ?[n].ragged [n][m] t =
    let ends = scan (+) 0 sizes
    let offsets = [0] ++ ends :> [m + 1]i64
    let n = offsets[m]
    let marks = reduce_by_index (replicate n 0) (+) 0 (take m offsets) (replicate m 1)
    let owner = map (\c -> c - 1) (scan (+) 0 marks)
    in {data = map2 (\o i -> f o (i - offsets[o])) owner (iota n), offsets}
}

def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

-- Quickselect by three-way partitions; the sizes shrink from round to round.
def select [n] (k: i64) (xs: [n]i64): i64 =
  let (found, _, _, _) =
    loop (found, ys: []i64, k, done) = (0, xs, k, n == 0) while !done do
      let pivot = ys[noise (length ys) % length ys]
      let less = filter (< pivot) ys
      let equal = i64.sum (map (\y -> i64.bool (y == pivot)) ys)
      in if k < length less then (0, less, k, false)
         else if k < length less + equal then (pivot, ys, k, true)
         else (0, filter (> pivot) ys, k - length less - equal, false)
  in found

def sort_row [n] (xs: [n]i64): [n]i64 =
  -- odd-even merges on indices, for any length
  let rank i x = i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) xs (iota n))
  in scatter (replicate n 0) (map2 rank (iota n) xs) xs

def longest_rise [n] (xs: [n]i64): i64 =
  -- as in the maximum segment sum: (best, from the left, from the right, length, first, last)
  let op (b1, l1, r1, n1, f1, e1) (b2, l2, r2, n2, f2, e2) =
    if n1 == 0 then (b2, l2, r2, n2, f2, e2) else if n2 == 0 then (b1, l1, r1, n1, f1, e1)
    else let joins = e1 < f2
         in (i64.max (i64.max b1 b2) (if joins then r1 + l2 else 0),
             if joins && l1 == n1 then n1 + l2 else l1,
             if joins && r2 == n2 then n2 + r1 else r2,
             n1 + n2, f1, e2)
  in (reduce op (0, 0, 0, 0, 0, 0) (map (\x -> (1, 1, 1, 1, x, x)) xs)).0

def modes [n] (xs: [n]i64): i64 =
  -- the smallest value that occurs most often
  let count x = i64.sum (map (\y -> i64.bool (y == x)) xs)
  let (_, v) = reduce_comm (\(c1, v1) (c2, v2) -> if c1 > c2 || (c1 == c2 && v1 < v2) then (c1, v1) else (c2, v2)) (0, i64.highest)
                           (map (\x -> (count x, x)) xs)
  in if n == 0 then -1 else v

def sizes (m: i64) (huge: i64): [m]i64 = map (\i -> if i == m / 2 then huge else noise i % 8) (iota m)
def example (m: i64) (huge: i64): ?[n].ragged [n][m] i64 = ragged.make (sizes m huge) (\o i -> noise (o * 131 + i) % 50)

entry medians (m: i64) (huge: i64): [m]i64 = ragged.fold (\k xs -> select ((k - 1) / 2) xs) (example m huge)
entry rises (m: i64) (huge: i64): [m]i64 = ragged.fold (\_ xs -> longest_rise xs) (example m huge)
entry most_frequent (m: i64) (huge: i64): [m]i64 = ragged.fold (\_ xs -> modes xs) (example m huge)

-- Each row filtered, then ordered, then hashed; what is left of each is a number.
entry digests (m: i64) (huge: i64): [m]i64 =
  let r = example m huge
  let digest xs = let ys = sort_row (filter (\x -> x % 3 != 1) xs)
                  in loop h = 7 for y in ys do (h * 31 + y) % 1000003
  in map (\i -> digest (ragged.row r i)) (iota m)

-- Rows of rows: divisors of the numbers of each row, summed.
entry divisor_sums (m: i64) (huge: i64): [m]i64 =
  let r = example m huge
  let sigma x = i64.sum (map (\d -> if x % (d + 1) == 0 then d + 1 else 0) (iota x))
  in map (\i -> i64.sum (map sigma (ragged.row r i))) (iota m)

-- Different amounts of work in loops: steps until 1, and a random walk that ends at a wall.
entry walks (m: i64): ([m]i64, [m]i64) =
  let collatz n = (loop (n, k) = (n + 1, 0) while n > 1 do (if n % 2 == 0 then n / 2 else 3 * n + 1, k + 1)).1
  let walk s = (loop (x, k) = (5, 0) while x > 0 && x < 12 do (x + noise (s * 1009 + k) % 3 - 1, k + 1)).1
  in unzip (map (\i -> (collatz i, walk i)) (iota m))

-- ==
-- entry: medians
-- input { 0i64 3i64 } output { empty([0]i64) }
-- input { 1i64 0i64 } output { [0i64] }
-- input { 9i64 40i64 } output { [0i64, 29i64, 4i64, 0i64, 26i64, 44i64, 33i64, 31i64, 39i64] }
-- input { 60i64 100i64 }
-- output { [0i64, 29i64, 4i64, 0i64, 8i64, 44i64, 33i64, 31i64, 39i64, 25i64, 13i64, 41i64, 13i64, 32i64, 7i64, 24i64, 30i64, 20i64, 0i64, 23i64, 40i64, 0i64, 24i64, 25i64, 20i64, 20i64, 15i64, 24i64, 0i64, 37i64, 27i64, 0i64, 26i64, 26i64, 0i64, 36i64, 0i64, 10i64, 43i64, 20i64, 35i64, 34i64, 29i64, 47i64, 41i64, 13i64, 0i64, 21i64, 29i64, 0i64, 26i64, 2i64, 0i64, 20i64, 1i64, 42i64, 15i64, 0i64, 20i64, 15i64] }

-- ==
-- entry: rises
-- input { 0i64 3i64 } output { empty([0]i64) }
-- input { 9i64 40i64 } output { [0i64, 3i64, 2i64, 0i64, 4i64, 1i64, 3i64, 3i64, 2i64] }
-- input { 60i64 100i64 }
-- output { [0i64, 3i64, 2i64, 0i64, 2i64, 1i64, 3i64, 3i64, 2i64, 3i64, 1i64, 2i64, 4i64, 2i64, 1i64, 2i64, 1i64, 2i64, 0i64, 3i64, 1i64, 0i64, 2i64, 1i64, 2i64, 2i64, 2i64, 2i64, 0i64, 1i64, 5i64, 0i64, 2i64, 2i64, 0i64, 2i64, 0i64, 1i64, 1i64, 3i64, 2i64, 1i64, 2i64, 1i64, 1i64, 2i64, 0i64, 2i64, 1i64, 1i64, 3i64, 2i64, 0i64, 1i64, 2i64, 1i64, 1i64, 0i64, 2i64, 2i64] }

-- ==
-- entry: most_frequent
-- input { 9i64 40i64 } output { [-1i64, 20i64, 0i64, -1i64, 4i64, 44i64, 8i64, 14i64, 39i64] }
-- input { 30i64 0i64 }
-- output { [-1i64, 20i64, 0i64, -1i64, 31i64, 44i64, 8i64, 14i64, 39i64, 10i64, 13i64, 8i64, 5i64, 40i64, 7i64, -1i64, 30i64, 10i64, -1i64, 1i64, 40i64, -1i64, 3i64, 25i64, 20i64, 3i64, 1i64, 14i64, -1i64, 37i64] }

-- ==
-- entry: digests
-- input { 1i64 5i64 } output { [467706i64] }
-- input { 9i64 40i64 } output { [7i64, 498539i64, 209124i64, 7i64, 87316i64, 8136i64, 735831i64, 897371i64, 7978i64] }
-- input { 40i64 60i64 }
-- output { [7i64, 498539i64, 209124i64, 7i64, 210739i64, 8136i64, 735831i64, 897371i64, 7978i64, 223557i64, 7i64, 217538i64, 213617i64, 232470i64, 7i64, 544232i64, 247i64, 222644i64, 7i64, 666332i64, 727720i64, 7i64, 793857i64, 7i64, 237i64, 640788i64, 7228i64, 222771i64, 7i64, 7i64, 114974i64, 7i64, 481847i64, 7575i64, 7i64, 218349i64, 7i64, 7i64, 7i64, 702887i64] }

-- ==
-- entry: divisor_sums
-- input { 5i64 9i64 } output { [0i64, 363i64, 243i64, 0i64, 152i64] }
-- input { 30i64 20i64 }
-- output { [0i64, 363i64, 76i64, 0i64, 152i64, 162i64, 232i64, 220i64, 152i64, 273i64, 14i64, 228i64, 167i64, 343i64, 8i64, 974i64, 72i64, 164i64, 0i64, 260i64, 90i64, 0i64, 241i64, 31i64, 98i64, 200i64, 116i64, 232i64, 0i64, 110i64] }

-- ==
-- entry: walks
-- input { 40i64 }
-- output { [0i64, 1i64, 7i64, 2i64, 5i64, 8i64, 16i64, 3i64, 19i64, 6i64, 14i64, 9i64, 9i64, 17i64, 17i64, 4i64, 12i64, 20i64, 20i64, 7i64, 7i64, 15i64, 15i64, 10i64, 23i64, 10i64, 111i64, 18i64, 18i64, 18i64, 106i64, 5i64, 26i64, 13i64, 13i64, 21i64, 21i64, 21i64, 34i64, 8i64] [30i64, 130i64, 14i64, 55i64, 21i64, 47i64, 57i64, 21i64, 123i64, 12i64, 106i64, 15i64, 31i64, 40i64, 90i64, 105i64, 20i64, 9i64, 96i64, 40i64, 102i64, 86i64, 21i64, 125i64, 18i64, 22i64, 40i64, 8i64, 35i64, 14i64, 9i64, 18i64, 19i64, 67i64, 92i64, 15i64, 82i64, 91i64, 9i64, 63i64] }
