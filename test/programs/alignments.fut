-- Alignments of strings: local ones with affine gaps along anti-diagonals, batches of edit distances of words of any length
-- from one packed array, bit-parallel search, and a traceback.

type packed [n][m] = {chars: [n]u8, starts: [m]i64, lengths: [m]i64}

def letters: []u8 = "ACGT"
def noise (i: i64): i64 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in i64.u32 (x ^ (x >> 16))

type score = {match': i32, mismatch: i32, open': i32, extend: i32}

-- Three arrays of the last two anti-diagonals; cell i of diagonal d is row i, column d - i.
def local_score [n][m] (s: score) (a: [n]u8) (b: [m]u8): (i32, i64, i64) =
  let low = i32.lowest / 2
  let better (v1: i32, i1: i64, j1: i64) (v2: i32, i2: i64, j2: i64) =
    if v1 > v2 || (v1 == v2 && (i1 < i2 || (i1 == i2 && j1 < j2))) then (v1, i1, j1) else (v2, i2, j2)
  let zero = replicate (n + 1) 0i32
  let none = replicate (n + 1) low
  let (best, _, _, _, _, _) =
    loop (best, h1, h2, e1, f1, _d) = ((0i32, 0i64, 0i64), zero, zero, none, none, 0) for d in 2..<i64.max 2 (n + m + 1) do
      let cell i =
        let j = d - i
        in if i < 1 || i > n || j < 1 || j > m then (0, low, low)
           else let e = i32.max (h1[i] + s.open') (e1[i] + s.extend)         -- from the left: same row
                let f = i32.max (h1[i - 1] + s.open') (f1[i - 1] + s.extend) -- from above
                let w = if a[i - 1] == b[j - 1] then s.match' else s.mismatch
                in (i32.max 0 (i32.max (h2[i - 1] + w) (i32.max e f)), e, f)
      let (h, e, f) = unzip3 (map cell (iota (n + 1)))
      let top = reduce_comm better (0, 0, 0) (map2 (\v i -> (v, i, d - i)) h (iota (n + 1)))
      in (if top.0 > best.0 then top else best, h, h1, e, f, d)
  in best

-- One row of the table after the other; words are slices of different lengths.
def edit_distance (a: []u8) (b: []u8): i64 =
  let n = length b
  let row = loop row = iota (n + 1) for i < length a do
    let (_, new) = loop (left, out) = (i + 1, replicate (n + 1) (i + 1)) for j < n do
      let x = i64.min (i64.min (left + 1) (row[j + 1] + 1)) (row[j] + i64.bool (a[i] != b[j]))
      in (x, out with [j + 1] = x)
    in new
  in row[n]

-- The same with parallel rows: a minimum scan takes the place of the loop over columns.
def edit_distance_scan (a: []u8) (b: []u8): i64 =
  let n = length b
  let final = loop row = iota (n + 1) for i < length a do
    let candidates = tabulate (n + 1) (\j -> if j == 0 then i + 1
                                             else i64.min (row[j] + 1) (row[j - 1] + i64.bool (a[i] != b[j - 1])))
    in map2 (+) (scan i64.min i64.highest (map2 (-) candidates (iota (n + 1)))) (iota (n + 1))
  in final[n]

def word [n][m] (p: packed [n][m]) (i: i64): []u8 = p.chars[p.starts[i]:p.starts[i] + p.lengths[i]]

def pack_words (count: i64) (longest: i64) (seed: i64): ?[n].packed [n][count] =
  let lengths = map (\i -> noise (seed + i) % (longest + 1)) (iota count)
  let ends = scan (+) 0 lengths
  let total = if count == 0 then 0 else last ends
  in {chars = map (\i -> letters[noise (seed * 7 + i * 13) % 4]) (iota total), starts = map2 (-) ends lengths, lengths}

-- Approximate search by bit vectors (at most 64 characters): how many ends match with at most k errors.
def bit_search [n][m] (k: i64) (pattern: [m]u8) (text: [n]u8): i64 =
  let masks = reduce_by_index (replicate 256 0u64) (|) 0 (map i64.u8 pattern) (map (\i -> 1 << u64.i64 i) (iota m))
  let top = 1u64 << u64.i64 (m - 1)
  let (count, _, _, _) =
    loop (count, vp, vn, score) = (0, !0u64, 0u64, m) for c in text do
      let eq = masks[i64.u8 c]
      let x = eq | vn
      let d0 = (((eq & vp) + vp) ^ vp) | x
      let hp = vn | !(d0 | vp)
      let hn = vp & d0
      let score = score + i64.bool (hp & top != 0) - i64.bool (hn & top != 0)
      let hp = hp << 1
      let hn = hn << 1
      in (count + i64.bool (score <= k), hn | !(d0 | hp), hp & d0, score)
  in count

entry local_best [n][m] (a: [n]u8) (b: [m]u8): (i32, i64, i64) =
  local_score {match' = 3, mismatch = -2, open' = -5, extend = -1} a b

entry local_generated (n: i64) (m: i64): i32 =
  let a = map (\i -> letters[noise i % 4]) (iota n)
  let b = map (\i -> if noise (i + 9999) % 5 == 0 then letters[noise (i + 5555) % 4] else a[i % n]) (iota m)
  in (local_best a b).0

entry distances (count: i64) (longest: i64): (i64, i64) =
  let p = pack_words count longest 1
  let q = pack_words count longest 50
  let one = map (\i -> edit_distance (word p i) (word q i)) (iota count)
  let two = map (\i -> edit_distance_scan (word p i) (word q i)) (iota count)
  in (i64.sum (map2 (\d i -> d * (i % 7 + 1)) one (iota count)), i64.sum (map2 (\d i -> d * (i % 7 + 1)) two (iota count)))

entry search (n: i64) (m: i64) (patterns: i64) (k: i64): [patterns]i64 =
  let text = map (\i -> letters[noise (i / 2 + i % 2 * 77) % 4]) (iota n)
  in map (\p -> bit_search k (map (\i -> letters[noise (p * 1000 + i) % 4]) (iota m)) text) (iota patterns)

-- ==
-- entry: local_best
-- input { [71u8, 71u8, 84u8, 84u8, 71u8, 65u8, 67u8, 84u8, 65u8] [84u8, 71u8, 84u8, 84u8, 65u8, 67u8, 71u8, 71u8] }
-- output { 10i32 7i64 6i64 }
-- input { [65u8, 65u8, 65u8, 65u8] [67u8, 67u8, 67u8, 67u8] } output { 0i32 0i64 0i64 }
-- input { [65u8, 67u8, 71u8, 84u8, 84u8, 84u8, 84u8, 84u8, 65u8, 67u8, 71u8, 84u8] [65u8, 67u8, 71u8, 84u8, 65u8, 67u8, 71u8, 84u8] }
-- output { 16i32 12i64 8i64 }
-- input { empty([0]u8) [65u8] } output { 0i32 0i64 0i64 }

-- ==
-- entry: local_generated
-- input { 40i64 60i64 } output { 100i32 }
-- input { 100i64 80i64 } output { 185i32 }

-- ==
-- entry: distances
-- input { 0i64 5i64 } output { 0i64 0i64 }
-- input { 12i64 9i64 } output { 219i64 219i64 }
-- input { 60i64 30i64 } output { 3757i64 3757i64 }

-- ==
-- entry: search
-- input { 50i64 5i64 4i64 1i64 } output { [1i64, 3i64, 1i64, 2i64] }
-- input { 200i64 8i64 3i64 3i64 } output { [19i64, 25i64, 32i64] }
