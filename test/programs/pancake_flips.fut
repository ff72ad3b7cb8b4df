-- Permutations by number: the greatest count of flips in a pancake game and a checksum, the ranks of permutations,
-- Gosper's walk over subsets, and the shortest tour through a few towns by trying all.

def factorials (n: i64): [n + 1]i64 = scan (*) 1 (map (\i -> i64.max 1 i) (iota (n + 1)))

-- Permutation number `index` in the order of repeated rotations of prefixes.
def nth [n] (facts: [n + 1]i64) (index: i64): (*[n]i8, [n]i8) =
  let (p, counts, _) =
    loop (p, counts, rest) = (map i8.i64 (iota n), replicate n 0i8, index) for k < n - 1 do
      let i = n - 1 - k
      let d = rest / facts[i]
      let before = copy p[:i + 1]
      let rotated = map (\j -> if j + d <= i then before[j + d] else before[j + d - i - 1]) (iota (i + 1))
      let p[:i + 1] = rotated
      in (p, counts with [i] = i8.i64 d, rest % facts[i])
  in (p, counts)

def count_flips [n] (p: [n]i8): i32 =
  let (flips, _, _) =
    loop (flips, first, p) = (0i32, p[0], copy p) while first != 0 do
      let (p, _, _) = loop (p, lo, hi) = (p, 1i8, first - 1) while lo < hi do
        let (a, b) = (p[lo], p[hi])
        in (p with [lo] = b with [hi] = a, lo + 1, hi - 1)
      let next = p[first]
      in (flips + 1, next, p with [first] = first)
  in flips

def next_permutation [n] (p: *[n]i8) (counts: *[n]i8): (*[n]i8, *[n]i8) =
  let first = p[1]
  let p[1] = p[0]
  let p[0] = first
  let (p, counts, _, _) =
    loop (p, counts, i, first) = (p, counts with [1] = counts[1] + 1, 1i64, first) while i < n - 1 && counts[i] > i8.i64 i do
      let counts = counts with [i] = 0
      let i = i + 1
      let new_first = p[1]
      let p[0] = new_first
      let p = loop p for j in 1..<i do let x = p[j + 1] in p with [j] = x
      let p[i] = first
      in (p, counts with [i] = counts[i] + 1, i, new_first)
  in (p, counts)

entry fannkuch (n: i64) (chunk: i64): (i32, i32) =
  let facts = factorials n
  let total = facts[n]
  let chunks = (total + chunk - 1) / chunk
  let work (c: i64): (i32, i32) =
    let start = c * chunk
    let (p, counts) = nth facts start
    let (check, best, _, _) =
      loop (check, best, p, counts) = (0i32, 0i32, p, copy counts) for k < i64.min chunk (total - start) do
        let f = count_flips p
        let check = if (start + k) % 2 == 0 then check + f else check - f
        let (p, counts) = if start + k + 1 < total then next_permutation p counts else (p, counts)
        in (check, i32.max best f, p, counts)
    in (check, best)
  in reduce_comm (\(c1, b1) (c2, b2) -> (c1 + c2, i32.max b1 b2)) (0, 0) (map work (iota chunks))

-- Lexicographic rank by Lehmer code, and back.
def rank [n] (facts: [n + 1]i64) (p: [n]i64): i64 =
  i64.sum (map2 (\x i -> facts[n - 1 - i] * i64.sum (map2 (\y j -> i64.bool (j > i && y < x)) p (iota n))) p (iota n))

def unrank [n] (facts: [n + 1]i64) (index: i64): [n]i64 =
  let (out, _, _) =
    loop (out, used, rest) = (replicate n 0, 0u64, index) for i < n do
      let d = rest / facts[n - 1 - i]
      -- the d-th element that is not used yet
      let (x, _) = loop (x, left) = (0i64, d) while left > 0 || (used >> u64.i64 x) & 1 == 1 do
        (x + 1, if (used >> u64.i64 x) & 1 == 1 then left else left - 1)
      in (out with [i] = x, used | (1 << u64.i64 x), rest % facts[n - 1 - i])
  in out

entry ranks_agree (n: i64): bool =
  let facts = factorials n
  in all id (map (\i -> rank facts (unrank facts i) == i) (iota facts[n]))

entry permutation (n: i64) (i: i64): [n]i64 = unrank (factorials n) i

-- Subsets of k out of n by the next larger number with as many bits.
entry subsets (n: i64) (k: i64): []u32 =
  let count = let f = factorials n in f[n] / (f[k] * f[n - k])
  let (out, _) = loop (out, x) = (replicate count 0u32, (1u32 << u32.i64 k) - 1) for i < count do
    let c = x & (u32.neg x)
    let r = x + c
    in (out with [i] = x, (((r ^ x) >> 2) / (u32.max 1 c)) | r)
  in out

entry shortest_tour [n] (xs: [n]f64) (ys: [n]f64): (f64, [n]i64) =
  let m = n - 1
  let facts = factorials m
  let dist i j = f64.hypot (xs[i] - xs[j]) (ys[i] - ys[j])
  let cost index =
    let p = unrank facts index
    let inner = loop s = 0 for i < m - 1 do s + dist (p[i] + 1) (p[i + 1] + 1)
    in inner + dist 0 (p[0] + 1) + dist (p[m - 1] + 1) 0
  let (best, at) = reduce_comm (\(a, i) (b, j) -> if a < b - 1e-12 || (f64.abs (a - b) <= 1e-12 && i < j) then (a, i) else (b, j))
                               (f64.inf, i64.highest) (map (\i -> (cost i, i)) (iota facts[m]))
  in (best, [0] ++ map (+ 1) (unrank facts at) :> [n]i64)

-- ==
-- entry: fannkuch
-- input { 4i64 5i64 } output { 4i32 4i32 }
-- input { 6i64 64i64 } output { 49i32 10i32 }
-- input { 7i64 720i64 } output { 228i32 16i32 }

-- ==
-- entry: ranks_agree
-- input { 5i64 } output { true }

-- ==
-- entry: permutation
-- input { 6i64 0i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] }
-- input { 6i64 123i64 } output { [1i64, 0i64, 2i64, 4i64, 5i64, 3i64] }
-- input { 6i64 719i64 } output { [5i64, 4i64, 3i64, 2i64, 1i64, 0i64] }

-- ==
-- entry: subsets
-- input { 7i64 3i64 }
-- output { [7u32, 11u32, 13u32, 14u32, 19u32, 21u32, 22u32, 25u32, 26u32, 28u32, 35u32, 37u32, 38u32, 41u32, 42u32, 44u32, 49u32, 50u32, 52u32, 56u32, 67u32, 69u32, 70u32, 73u32, 74u32, 76u32, 81u32, 82u32, 84u32, 88u32, 97u32, 98u32, 100u32, 104u32, 112u32] }
-- input { 5i64 5i64 } output { [31u32] }

-- ==
-- entry: shortest_tour
-- input { [0.0f64, 5.422f64, 4.071f64, 3.126f64, 5.774f64, 5.268f64, 2.621f64] [7.128f64, 4.936f64, 2.44f64, 1.728f64, 6.185f64, 6.583f64, 4.488f64] }
-- output { 17.784847359906994f64 [0i64, 5i64, 4i64, 1i64, 2i64, 3i64, 6i64] }
