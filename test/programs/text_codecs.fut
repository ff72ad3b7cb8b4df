-- Compression by pieces: the Burrows-Wheeler transform through a suffix order by doubling, moving to front, runs, canonical
-- Huffman codes with lengths from a heap in arrays, bits packed by prefix sums, and the way back.

module bwt = {
  -- Ranks of rotations of length 2^k, until all differ.
  def order [n] (text: [n]u8): [n]i64 =
    let key (r: [n]i64) k i = r[i] * (n + 257) + r[(i + k) % n]
    let by_bits (keys: [n]i64): [n]i64 =
      let bits = i64.i32 (64 - u64.clz (u64.i64 ((n + 257) * (n + 257))))
      in loop o = iota n for b < bits do
           let flags = map (\i -> (keys[i] >> b) & 1) o
           let ones = scan (+) 0 flags
           let zeros = map2 (\i s -> i + 1 - s) (iota n) ones
           let count = if n == 0 then 0 else last zeros
           in scatter (replicate n 0) (map3 (\f z s -> if f == 0 then z - 1 else count + s - 1) flags zeros ones) o
    let (ranks, _) =
      loop (r, k) = (map i64.u8 text, 1) while k < 2 * n do
        let keys = map (key r k) (iota n)
        let o = by_bits keys
        let new = map (\j -> i64.bool (j > 0 && keys[o[j]] != keys[o[j - 1]])) (iota n)
        in (scatter (replicate n 0) o (scan (+) 0 new), 2 * k)
    in by_bits (map2 (\r i -> r * (n + 257) + i) ranks (iota n))

  def forward [n] (text: [n]u8): ([n]u8, i64) =
    let o = order text
    let at = reduce (\a b -> i64.max a b) (-1) (map2 (\s j -> if s == 0 then j else -1) o (iota n))
    in (map (\s -> text[(s + n - 1) % n]) o, at)

  def backward [n] (code: [n]u8) (at: i64): [n]u8 =
    let counts = hist (+) 0 256 (map i64.u8 code) (replicate n 1)
    let firsts = map2 (-) (scan (+) 0 counts) counts
    -- how many equal ones came before
    let (next, _) = loop (next, seen) = (replicate n 0i64, copy firsts) for i < n do
      let c = i64.u8 code[i]
      in (next with [seen[c]] = i, seen with [c] = seen[c] + 1)
    let (out, _) = loop (out, p) = (replicate n 0u8, at) for i < n do
      let q = next[p]
      in (out with [i] = code[q], q)
    in out
}

def to_front [n] (xs: [n]u8): [n]u8 =
  (loop (out, table) = (replicate n 0u8, map u8.i64 (iota 256)) for i < n do
     let k = loop k = 0 while table[k] != xs[i] do k + 1
     let table = loop t = table for j < k do let x = t[k - j - 1] in t with [k - j] = x
     in (out with [i] = u8.i64 k, table with [0] = xs[i])).0

def from_front [n] (ks: [n]u8): [n]u8 =
  (loop (out, table) = (replicate n 0u8, map u8.i64 (iota 256)) for i < n do
     let k = i64.u8 ks[i]
     let x = table[k]
     let table = loop t = table for j < k do let y = t[k - j - 1] in t with [k - j] = y
     in (out with [i] = x, table with [0] = x)).0

module huffman = {
  -- Lengths of codes: the two lightest trees are joined until one is left; parents are later nodes.
  def lengths (counts: [256]i64): [256]i64 =
    let lightest (w: [511]i64) (alive: [511]bool): i64 =
      (reduce_comm (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i64.highest, 511)
                   (map3 (\x l i -> (if l then x else i64.highest, i)) w alive (iota 511))).1
    let used = i64.sum (map (\c -> i64.bool (c > 0)) counts)
    let weight = tabulate 511 (\i -> if i < 256 then counts[i] else 0)
    let alive = tabulate 511 (\i -> i < 256 && counts[i] > 0)
    let (parent, _, _) =
      loop (parent, weight, alive) = (replicate 511 (-1i64), weight, alive) for k < i64.max 0 (used - 1) do
        let a = lightest weight alive
        let alive = alive with [a] = false
        let b = lightest weight alive
        let n = 256 + k
        let w = weight[a] + weight[b]
        in (parent with [a] = n with [b] = n, weight with [n] = w, alive with [b] = false with [n] = true)
    let depth i = (loop (d, p) = (0, parent[i]) while p >= 0 do (d + 1, parent[p])).0
    in map2 (\c i -> if c == 0 then 0 else i64.max 1 (depth i)) counts (iota 256)

  -- Canonical codes: by length, then by value.
  def codes (ls: [256]i64): [256]u64 =
    let longest = i64.maximum ls
    let per_length = hist (+) 0 (longest + 1) ls (map (\l -> i64.bool (l > 0)) ls)
    let (firsts, _) = loop (firsts, code) = (replicate (longest + 2) 0u64, 0u64) for l in 1...longest do
      let code = (code + u64.i64 (if l == 1 then 0 else per_length[l - 1])) << 1
      in (firsts with [l] = code, code)
    in map2 (\l i -> if l == 0 then 0
                     else firsts[l] + u64.i64 (i64.sum (map2 (\m j -> i64.bool (j < i && m == l)) ls (iota 256)))) ls (iota 256)

  def encode [n] (xs: [n]u8): ([256]i64, i64, []u32) =
    let counts = hist (+) 0 256 (map i64.u8 xs) (replicate n 1)
    let ls = lengths counts
    let cs = codes ls
    let sizes = map (\x -> ls[i64.u8 x]) xs
    let ends = scan (+) 0 sizes
    let total = if n == 0 then 0 else last ends
    let words = (total + 31) / 32
    -- a code touches at most two words when it has at most 32 bits
    let put k = map3 (\x e s ->
                  let at = e - s
                  let word = at / 32 + k
                  let shift = 64 - at % 32 - s
                  let wide = cs[i64.u8 x] << u64.i64 shift
                  in (word, if k == 0 then u32.u64 (wide >> 32) else u32.u64 (wide & 0xffffffff))) xs ends sizes
    let (is, vs) = unzip (put 0 ++ put 1)
    in (ls, total, reduce_by_index (replicate words 0u32) (|) 0 is vs)

  def decode (n: i64) (ls: [256]i64) (bits: []u32): [n]u8 =
    let cs = codes ls
    let bit p = u64.u32 ((bits[p / 32] >> u32.i64 (31 - p % 32)) & 1)
    in (loop (out, p) = (replicate n 0u8, 0i64) for i < n do
          let (sym, p, _, _) =
            loop (sym, p, code, len) = (-1i64, p, 0u64, 0i64) while sym < 0 do
              let code = (code << 1) | bit p
              let len = len + 1
              let hit = reduce i64.max (-1) (map3 (\c l i -> if l == len && c == code then i else -1) cs ls (iota 256))
              in (hit, p + 1, code, len)
          in (out with [i] = u8.i64 sym, p)).0
}

def alphabet: []u8 = "etaoin shrdlu"

def sample (n: i64): [n]u8 =
  map (\i -> let x = u32.i64 (i / 3) * 2654435761
             let x = (x ^ (x >> 15)) * 0x85ebca6b
             in alphabet[i64.u32 (x >> 13) % 13 * (i64.u32 (x >> 20) % 2)]) (iota n)

entry transform [n] (text: [n]u8): ([n]u8, i64, [n]u8) =
  let (code, at) = bwt.forward text
  in (code, at, to_front code)

entry lengths [n] (text: [n]u8): (i64, i64, []u32) =
  let (ls, total, words) = huffman.encode text
  in (i64.sum (map2 (\l i -> l * i) ls (iota 256)), total, words)

entry round_trip (n: i64): (bool, i64) =
  let text = sample n
  let (code, at) = bwt.forward text
  let front = to_front code
  let (ls, total, words) = huffman.encode front
  let back = bwt.backward (from_front (huffman.decode n ls words)) at
  in (and (map2 (==) text back), total)

-- ==
-- entry: transform
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] }
-- output { [110u8, 110u8, 98u8, 97u8, 97u8, 97u8] 3i64 [110u8, 0u8, 99u8, 99u8, 0u8, 0u8] }

-- ==
-- entry: lengths
-- input { [98u8, 97u8, 110u8, 97u8, 110u8, 97u8] } output { 513i64 9i64 [2600468480u32] }

-- ==
-- entry: transform
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { [112u8, 115u8, 115u8, 109u8, 105u8, 112u8, 105u8, 115u8, 115u8, 105u8, 105u8] 4i64 [112u8, 115u8, 0u8, 111u8, 108u8, 3u8, 1u8, 3u8, 0u8, 1u8, 0u8] }

-- ==
-- entry: lengths
-- input { [109u8, 105u8, 115u8, 115u8, 105u8, 115u8, 115u8, 105u8, 112u8, 112u8, 105u8] }
-- output { 988i64 21i64 [3508006912u32] }

-- ==
-- entry: transform
-- input { [97u8, 97u8, 97u8, 97u8] } output { [97u8, 97u8, 97u8, 97u8] 0i64 [97u8, 0u8, 0u8, 0u8] }

-- ==
-- entry: lengths
-- input { [97u8, 97u8, 97u8, 97u8] } output { 97i64 4i64 [0u32] }

-- ==
-- entry: transform
-- input { [116u8, 104u8, 101u8, 32u8, 99u8, 97u8, 116u8, 32u8, 115u8, 97u8, 116u8, 32u8, 111u8, 110u8, 32u8, 116u8, 104u8, 101u8, 32u8, 109u8, 97u8, 116u8, 32u8, 97u8, 110u8, 100u8, 32u8, 116u8, 104u8, 101u8, 32u8, 98u8, 97u8, 116u8, 32u8, 115u8, 97u8, 116u8, 32u8, 111u8, 110u8, 32u8, 116u8, 104u8, 101u8, 32u8, 99u8, 97u8, 116u8] }
-- output { [116u8, 101u8, 101u8, 101u8, 101u8, 116u8, 116u8, 116u8, 116u8, 100u8, 110u8, 110u8, 32u8, 109u8, 115u8, 115u8, 98u8, 99u8, 99u8, 32u8, 32u8, 32u8, 110u8, 104u8, 104u8, 104u8, 104u8, 116u8, 116u8, 116u8, 116u8, 32u8, 111u8, 111u8, 97u8, 32u8, 32u8, 32u8, 32u8, 97u8, 97u8, 97u8, 97u8, 97u8, 32u8, 116u8, 32u8, 32u8, 97u8] 45i64 [116u8, 102u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 102u8, 111u8, 0u8, 36u8, 111u8, 116u8, 0u8, 104u8, 105u8, 0u8, 4u8, 0u8, 0u8, 5u8, 108u8, 0u8, 0u8, 0u8, 8u8, 0u8, 0u8, 0u8, 3u8, 113u8, 0u8, 107u8, 2u8, 0u8, 0u8, 0u8, 1u8, 0u8, 0u8, 0u8, 0u8, 1u8, 3u8, 1u8, 0u8, 2u8] }

-- ==
-- entry: lengths
-- input { [116u8, 104u8, 101u8, 32u8, 99u8, 97u8, 116u8, 32u8, 115u8, 97u8, 116u8, 32u8, 111u8, 110u8, 32u8, 116u8, 104u8, 101u8, 32u8, 109u8, 97u8, 116u8, 32u8, 97u8, 110u8, 100u8, 32u8, 116u8, 104u8, 101u8, 32u8, 98u8, 97u8, 116u8, 32u8, 115u8, 97u8, 116u8, 32u8, 111u8, 110u8, 32u8, 116u8, 104u8, 101u8, 32u8, 99u8, 97u8, 116u8] }
-- output { 5007i64 154i64 [1854784764u32, 1331748125u32, 2301854580u32, 1780998779u32, 115924032u32] }

-- ==
-- entry: round_trip
-- input { 7i64 } output { true 7i64 }
-- input { 60i64 } output { true 145i64 }
