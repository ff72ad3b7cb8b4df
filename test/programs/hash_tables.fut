-- Two-level hash tables as a parametric module: keys are spread over buckets, each bucket gets a table of the square of
-- its size and a seed without collisions; sets, maps, joins and counts with them.

module type key = {
  type key
  val hash : u64 -> key -> u64
  val == : key -> key -> bool
}

module u64_key: key with key = u64 = {
  type key = u64
  def hash (seed: u64) (x: u64) =
    let x = (x ^ seed) * 0xff51afd7ed558ccd
    let x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53
    in x ^ (x >> 33)
  def (==) = (u64.==)
}

module pair_key: key with key = (i32, i32) = {
  type key = (i32, i32)
  def hash seed ((a, b): key) = u64_key.hash (u64_key.hash seed (u64.i32 a)) (u64.i32 b)
  def ((a, b): key) == ((c, d): key) = a i32.== c && b i32.== d
}

module table (K: key) : {
  type key = K.key
  type~ table 'v
  val from 'v [n] : (dummy: (key, v)) -> (pairs: [n](key, v)) -> table v
  val find 'v : (t: table v) -> (k: key) -> (#found v | #missing)
  val size 'v : (t: table v) -> i64
} = {
  type key = K.key
  type~ table 'v = {seeds: []u64, starts: []i64, sizes: []i64, slots: []i64, pairs: [](key, v)}

  def place (seed: u64) (size: i64) (k: key): i64 = if size i64.== 0 then 0 else i64.u64 (K.hash seed k % u64.i64 size)

  def from 'v [n] (dummy: (key, v)) (pairs: [n](key, v)): table v =
    let m = i64.max 1 n
    let bucket (k: key) = place 0x9e3779b97f4a7c15 m k
    let counts = hist (+) 0 m (map ((.0) >-> bucket) pairs) (rep 1)
    let offsets = map2 (-) (scan (+) 0 counts) counts
    -- the members of each bucket, in order
    let (_, order) =
      loop (next, order) = (copy offsets, replicate n 0) for (i, p) in zip (iota n) pairs do
        let b = bucket p.0
        let at = next[b]
        in (next with [b] = at + 1, order with [at] = i)
    let sizes = map (\c -> c * c) counts
    let starts = map2 (-) (scan (+) 0 sizes) sizes
    let collides (b: i64) (seed: u64): bool =
      let (from, to) = (offsets[b], offsets[b] + counts[b])
      in any (\i -> any (\j -> j < i && place seed sizes[b] pairs[order[i]].0 i64.== place seed sizes[b] pairs[order[j]].0) (from..<to)) (from..<to)
    let seeds = map (\b -> loop seed = 1u64 while collides b seed do seed + 1) (iota m)
    let at p = let b = bucket p in starts[b] + place seeds[b] sizes[b] p
    let slots = scatter (replicate (i64.sum sizes) (-1)) (map ((.0) >-> at) pairs) (iota n)
    in {seeds, starts, sizes, slots, pairs = if n i64.== 0 then [dummy] else pairs}

  def find 'v (t: table v) (k: key): (#found v | #missing) =
    let m = length t.seeds
    let b = place 0x9e3779b97f4a7c15 m k
    in if t.sizes[b] i64.== 0 then #missing
       else let i = t.slots[t.starts[b] + place t.seeds[b] t.sizes[b] k]
            in if i i64.>= 0 && t.pairs[i].0 K.== k then #found t.pairs[i].1 else #missing
  def size 'v (t: table v) = length t.slots
}

module by_u64 = table u64_key
module by_pair = table pair_key

entry lookup [n][m] (keys: [n]u64) (values: [n]f32) (queries: [m]u64): [m]f32 =
  let t = by_u64.from (0, 0) (zip keys values)
  in map (\q -> match by_u64.find t q case #found v -> v case #missing -> -1) queries

-- Two relations joined on a pair; the second has each key once.
entry join [n][m] (as: [n]i32) (bs: [n]i32) (cs: [n]i64) (ds: [m]i32) (es: [m]i32): ([]i64, []i64) =
  let t = by_pair.from ((0, 0), 0) (zip (zip as bs) cs)
  let hits = map2 (\k i -> match by_pair.find t k case #found c -> (i, c) case #missing -> (-1, 0)) (zip ds es) (iota m)
  in unzip (filter (\(i, _) -> i >= 0) hits)

entry members (n: i64): (bool, bool, bool) =
  let keys = map (\i -> u64.i64 (i * i + 7)) (iota n)
  let t = by_u64.from (0, ()) (map (\k -> (k, ())) keys)
  let is_in k = match by_u64.find t k case #found _ -> true case #missing -> false
  in (all is_in keys, any (\k -> is_in (k + 1) && !(any (== k + 1) keys)) keys, by_u64.size t <= 6 * n)

-- ==
-- entry: lookup
-- input { [18446744073709551615u64, 214u64, 12u64, 534u64, 754u64] [2f32, 10f32, 15f32, 1f32, 3.5f32] [697u64, 12u64, 12u64, 12u64, 12u64, 214u64, 816u64, 12u64] }
-- output { [-1f32, 15f32, 15f32, 15f32, 15f32, 10f32, -1f32, 15f32] }
-- input { empty([0]u64) empty([0]f32) [947u64, 744u64, 523u64] }
-- output { [-1f32, -1f32, -1f32] }
-- input {
--   [18446744073709551615u64, 237u64, 592u64, 467u64, 861u64, 430u64, 502u64, 81u64, 473u64, 579u64, 819u64, 369u64, 450u64, 584u64, 323u64, 953u64, 711u64, 662u64, 462u64, 415u64, 796u64, 885u64, 830u64, 68u64, 503u64, 983u64, 968u64, 859u64, 20u64, 201u64, 144u64, 547u64, 177u64, 629u64, 961u64, 804u64, 708u64, 865u64, 737u64, 18u64]
--   [18f32, 33.5f32, 31.5f32, 9.5f32, 6f32, 7f32, 25f32, 3f32, 4.5f32, 29.5f32, 46f32, 35.5f32, 18.5f32, 25.5f32, 32f32, 14.5f32, 11f32, 34.5f32, 32f32, 22.5f32, 5f32, 15f32, 19.5f32, 19.5f32, 10.5f32, 40f32, 20f32, 24.5f32, 30f32, 21.5f32, 28f32, 4.5f32, 48f32, 17f32, 30f32, 9f32, 7f32, 43f32, 31.5f32, 24.5f32]
--   [711u64, 758u64, 861u64, 467u64, 162u64, 578u64, 547u64, 467u64, 430u64, 201u64, 865u64, 711u64, 625u64, 885u64, 855u64, 830u64, 415u64, 415u64, 237u64, 914u64, 394u64, 830u64, 930u64, 579u64, 547u64, 338u64, 953u64, 322u64, 18446744073709551615u64, 718u64, 467u64, 656u64, 746u64, 855u64, 408u64, 473u64, 796u64, 18u64, 144u64, 81u64, 865u64, 579u64, 473u64, 671u64, 961u64, 796u64, 323u64, 662u64, 81u64, 740u64, 819u64, 701u64, 346u64, 737u64, 678u64, 29u64, 473u64, 365u64, 61u64, 865u64]
-- }
-- output {
--   [11f32, -1f32, 6f32, 9.5f32, -1f32, -1f32, 4.5f32, 9.5f32, 7f32, 21.5f32, 43f32, 11f32, -1f32, 15f32, -1f32, 19.5f32, 22.5f32, 22.5f32, 33.5f32, -1f32, -1f32, 19.5f32, -1f32, 29.5f32, 4.5f32, -1f32, 14.5f32, -1f32, 18f32, -1f32, 9.5f32, -1f32, -1f32, -1f32, -1f32, 4.5f32, 5f32, 24.5f32, 28f32, 3f32, 43f32, 29.5f32, 4.5f32, -1f32, 30f32, 5f32, 32f32, 34.5f32, 3f32, -1f32, 46f32, -1f32, -1f32, 31.5f32, -1f32, -1f32, 4.5f32, -1f32, -1f32, 43f32]
-- }

-- ==
-- entry: join
-- input {
--   [-1i32, -3i32, -4i32, -1i32, -2i32, -3i32]
--   [-4i32, -1i32, 4i32, 1i32, 4i32, -4i32]
--   [969778696730i64, 488430043523i64, 178392798094i64, 978756900919i64, 353172227703i64, 674984406696i64]
--   [-4i32, 2i32, 2i32, 1i32, 4i32, 3i32, 3i32, -2i32, -3i32]
--   [1i32, -1i32, -2i32, -2i32, -2i32, 3i32, 3i32, 2i32, 2i32]
-- }
-- output { empty([0]i64) empty([0]i64) }
-- input {
--   [-1i32, 2i32, -1i32, -4i32, 2i32, 0i32, 1i32, -2i32, -4i32, -4i32, 2i32, 4i32, 4i32, 0i32, 4i32, 2i32, -1i32, 1i32, -1i32, 4i32, -1i32, -2i32, 0i32, 0i32, -1i32, 1i32, -4i32, -3i32, 4i32, -2i32]
--   [4i32, -2i32, 0i32, -1i32, -1i32, 2i32, 2i32, -1i32, 0i32, -4i32, 0i32, 3i32, 1i32, 3i32, 0i32, 1i32, 2i32, 0i32, -2i32, -2i32, -3i32, 3i32, 4i32, 0i32, 1i32, -1i32, 3i32, -3i32, -1i32, -2i32]
--   [362836777953i64, 781566349468i64, 513554125538i64, 92427146317i64, 932925297791i64, 185628633576i64, 608856903452i64, 440259638515i64, 118793018858i64, 441073424163i64, 363707921092i64, 989231395833i64, 952894024714i64, 281104691676i64, 300077420810i64, 459138157560i64, 331230041005i64, 759715968296i64, 243474544295i64, 177252991842i64, 285938066268i64, 321787507941i64, 490278517456i64, 561180590687i64, 528922476545i64, 571017755229i64, 133123396539i64, 269101703488i64, 239626313837i64, 242358120339i64]
--   [0i32, 3i32, 3i32, 1i32, 1i32, 2i32, 1i32, -2i32, -1i32, -3i32, 4i32, 0i32, -1i32, 0i32, -2i32, 3i32, -2i32, -1i32, 4i32, -3i32, 0i32, -1i32, 1i32, 1i32, 0i32, 1i32, 2i32, 2i32, 3i32, 2i32, -2i32, -2i32, -4i32, -4i32, 4i32, 1i32, -1i32, 1i32, -2i32, 1i32, 0i32, 4i32, 3i32, -4i32, -4i32, 3i32, -2i32, 4i32, -1i32, 2i32]
--   [2i32, 2i32, -1i32, 2i32, 1i32, 1i32, -3i32, 3i32, -1i32, -2i32, 0i32, -1i32, 3i32, 3i32, -1i32, 1i32, 4i32, 4i32, 1i32, -4i32, -4i32, -4i32, 2i32, 4i32, 1i32, 1i32, 4i32, -4i32, -1i32, -3i32, 2i32, -3i32, -3i32, 2i32, 2i32, -2i32, 4i32, -3i32, -4i32, 4i32, 4i32, -4i32, 4i32, -2i32, 3i32, -1i32, -2i32, 2i32, -1i32, 1i32]
-- }
-- output {
--   [0i64, 3i64, 5i64, 7i64, 10i64, 13i64, 14i64, 17i64, 18i64, 22i64, 36i64, 40i64, 44i64, 46i64, 49i64]
--   [185628633576i64, 608856903452i64, 459138157560i64, 321787507941i64, 300077420810i64, 281104691676i64, 440259638515i64, 362836777953i64, 952894024714i64, 608856903452i64, 362836777953i64, 490278517456i64, 133123396539i64, 242358120339i64, 459138157560i64]
-- }

-- ==
-- entry: members
-- input { 1i64 }
-- output { true false true }
-- input { 50i64 }
-- output { true false true }
