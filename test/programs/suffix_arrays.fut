-- Suffix arrays by doubling, the longest common prefixes, the Burrows-Wheeler transform and its inverse,
-- search in the index, the longest repeat, and distinct substrings.

-- Sorts by a pair of ranks below n, stable: least significant digit first, with sixteen bins.
def sort_ranks [n] (bound: i64) (key: i64 -> i64) (order: [n]i64): [n]i64 =
  let digits = loop d = 0 while bound >> (4 * d) > 0 do d + 1
  in loop order for d < digits do
       let digit i = (key i >> (4 * d)) & 15
       let ds = map digit order
       let rows = tabulate 16 (\b -> scan (+) 0 (map (\x -> i64.bool (x == b)) ds))
       let totals = map (\r -> if n == 0 then 0 else r[n - 1]) rows
       let starts = map2 (-) (scan (+) 0 totals) totals
       let places = map2 (\b i -> starts[b] + rows[b, i] - 1) ds (iota n)
       in scatter (replicate n 0) places order

def suffix_array [n] (text: [n]u8): ([n]i64, [n]i64) =
  let initial = map (\c -> i64.u8 c + 1) text
  let (order, rank, _, _) =
    loop (order, rank, k, distinct) = (iota n, initial, 0, false) while !distinct do
      let second i = if k == 0 then 0 else if i + k < n then rank[i + k] else 0
      let bound = i64.max 257 (n + 1)
      let order = sort_ranks bound second order
      let order = sort_ranks bound (\i -> rank[i]) order
      let fresh = map (\j -> if j == 0 then 1
                             else let (a, b) = (order[j - 1], order[j])
                                  in i64.bool (rank[a] != rank[b] || second a != second b)) (iota n)
      let names = scan (+) 0 fresh
      let rank = scatter (replicate n 0) order names
      in (order, rank, if k == 0 then 1 else 2 * k, n == 0 || names[n - 1] == n)
  in (order, map (\r -> r - 1) rank)

-- Kasai's way is sequential: one loop through the text.
def prefixes [n] (text: [n]u8) (order: [n]i64) (rank: [n]i64): [n]i64 =
  let (_, lcp) =
    loop (h, lcp) = (0, replicate n 0) for i < n do
      if rank[i] == 0 then (0, lcp)
      else let j = order[rank[i] - 1]
           let h = loop h while i + h < n && j + h < n && text[i + h] == text[j + h] do h + 1
           in (i64.max 0 (h - 1), lcp with [rank[i]] = h)
  in lcp

entry suffixes [n] (text: [n]u8): ([n]i64, [n]i64) =
  let (order, rank) = suffix_array text
  in (order, prefixes text order rank)

entry distinct_substrings [n] (text: [n]u8): i64 =
  let (order, rank) = suffix_array text
  in n * (n + 1) / 2 - i64.sum (prefixes text order rank)

entry longest_repeat [n] (text: [n]u8): []u8 =
  let (order, rank) = suffix_array text
  let lcp = prefixes text order rank
  let (len, at) =
    reduce (\(a, i) (b, j) -> if a > b || (a == b && i <= j) then (a, i) else (b, j)) (0, i64.highest)
           (map2 (\l o -> (l, if l > 0 then o else i64.highest)) lcp order)
  in if len == 0 then [] else text[at:at + len]

-- All places of a pattern: two binary searches.
entry search [n][m] (text: [n]u8) (pattern: [m]u8): []i64 =
  let (order, _) = suffix_array text
  let compare (s: i64): i64 =
    let (c, _) =
      loop (c, k) = (0, 0) while c == 0 && k < m do
        (if s + k >= n then -1 else i64.sgn (i64.u8 text[s + k] - i64.u8 pattern[k]), k + 1)
    in c
  let first (p: i64 -> bool): i64 =
    (loop (lo, hi) = (0, n) while lo < hi do
       let mid = (lo + hi) / 2
       in if p order[mid] then (lo, mid) else (mid + 1, hi)).0
  let lo = first (\s -> compare s >= 0)
  let hi = first (\s -> compare s > 0)
  in order[lo:hi]

entry bwt [n] (text: [n]u8): ([]u8, i64) =
  let text = text ++ [0]
  let (order, rank) = suffix_array text
  in (map (\i -> if i == 0 then last text else text[i - 1]) order, rank[0])

entry unbwt [n] (coded: [n]u8): []u8 =
  let counts = hist (+) 0 256 (map i64.u8 coded) (rep 1)
  let starts = [0] ++ init (scan (+) 0 counts) :> [256]i64
  let (_, next) =
    loop (starts, next) = (copy starts, replicate n 0) for i < n do
      let c = i64.u8 coded[i]
      let at = starts[c]
      in (starts with [c] = at + 1, next with [i] = at)
  let (_, out) =
    loop (at, out) = (0, replicate n 0) for k < n do
      (next[at], out with [n - 1 - k] = coded[at])
  -- the end comes first
  in tail out

-- ==
-- entry: suffixes
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- output { [5i64, 3i64, 1i64, 0i64, 4i64, 2i64] [0i64, 1i64, 3i64, 0i64, 0i64, 2i64] }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { [10i64, 7i64, 4i64, 1i64, 0i64, 9i64, 8i64, 6i64, 3i64, 5i64, 2i64] [0i64, 1i64, 1i64, 4i64, 0i64, 0i64, 1i64, 0i64, 2i64, 1i64, 3i64] }
-- input { empty([0]u8) }
-- output { empty([0]i64) empty([0]i64) }
-- input { [97u8] }
-- output { [0i64] [0i64] }
-- input { [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] }
-- output { [7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64] [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8, 32u8, 97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output {
--   [11i64, 22i64, 10i64, 19i64, 7i64, 12i64, 0i64, 15i64, 3i64, 17i64, 5i64, 20i64, 8i64, 13i64, 1i64, 16i64, 4i64, 18i64, 6i64, 21i64, 9i64, 14i64, 2i64]
--   [0i64, 0i64, 1i64, 1i64, 4i64, 4i64, 11i64, 1i64, 8i64, 1i64, 6i64, 0i64, 3i64, 3i64, 10i64, 0i64, 7i64, 0i64, 5i64, 0i64, 2i64, 2i64, 9i64]
-- }
-- input { [255u8, 0u8, 255u8, 0u8, 1u8] }
-- output { [3i64, 1i64, 4i64, 2i64, 0i64] [0i64, 1i64, 0i64, 0i64, 2i64] }

-- ==
-- entry: distinct_substrings
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- output { 15i64 }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { 53i64 }
-- input { empty([0]u8) }
-- output { 0i64 }
-- input { [97u8] }
-- output { 1i64 }
-- input { [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] }
-- output { 8i64 }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8, 32u8, 97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output { 198i64 }
-- input { [255u8, 0u8, 255u8, 0u8, 1u8] }
-- output { 12i64 }

-- ==
-- entry: longest_repeat
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- output { [97u8, 110u8, 97u8] }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { [105u8, 115u8, 115u8, 105u8] }
-- input { empty([0]u8) }
-- output { empty([0]u8) }
-- input { [97u8] }
-- output { empty([0]u8) }
-- input { [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] }
-- output { [97u8, 97u8, 97u8, 97u8, 97u8, 97u8, 97u8] }
-- input { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8, 32u8, 97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- output { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
-- input { [255u8, 0u8, 255u8, 0u8, 1u8] }
-- output { [255u8, 0u8] }

-- ==
-- entry: search
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] [97u8, 110u8, 97u8] }
-- output { [3i64, 1i64] }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] [115u8, 115u8] }
-- output { [5i64, 2i64] }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] [120u8] }
-- output { empty([0]i64) }
-- input { [97u8, 97u8, 97u8, 97u8] [97u8] }
-- output { [3i64, 2i64, 1i64, 0i64] }
-- input { [97u8, 98u8, 99u8] empty([0]u8) }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: bwt
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- output { [97u8, 110u8, 110u8, 98u8, 0u8, 97u8, 97u8] 4i64 }
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { [105u8, 112u8, 115u8, 115u8, 109u8, 0u8, 112u8, 105u8, 115u8, 115u8, 105u8, 105u8] 5i64 }
-- input { [97u8] }
-- output { [97u8, 0u8] 1i64 }

-- ==
-- entry: unbwt
-- input { [97u8, 110u8, 110u8, 98u8, 0u8, 97u8, 97u8] }
-- output { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- input { [105u8, 112u8, 115u8, 115u8, 109u8, 0u8, 112u8, 105u8, 115u8, 115u8, 105u8, 105u8] }
-- output { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- input { [97u8, 0u8] }
-- output { [97u8] }
-- input { [97u8, 114u8, 100u8, 0u8, 114u8, 99u8, 97u8, 97u8, 97u8, 97u8, 98u8, 98u8] }
-- output { [97u8, 98u8, 114u8, 97u8, 99u8, 97u8, 100u8, 97u8, 98u8, 114u8, 97u8] }
