-- Products of large integers and polynomials by number-theoretic transforms modulo two primes, combined by remainders;
-- powers of series by Newton's method, and convolutions checked against the schoolbook.

module type prime = {
  val p: u64
  val root: u64 -- a generator
}

module field (P: prime) = {
  def add (a: u64) (b: u64): u64 = let s = a + b in if s >= P.p then s - P.p else s
  def sub (a: u64) (b: u64): u64 = if a >= b then a - b else a + P.p - b
  def mul (a: u64) (b: u64): u64 = (a * b) % P.p
  def pow (a: u64) (e: u64): u64 =
    (loop (r, b, e) = (1, a % P.p, e) while e > 0 do (if e & 1 == 1 then mul r b else r, mul b b, e >> 1)).0
  def inv (a: u64): u64 = pow a (P.p - 2)
}

module transform (P: prime) = {
  module f = field P

  def reverse_bits (bits: i32) (i: i64): i64 =
    (loop (r, i) = (0, i) for _b < bits do ((r << 1) | (i & 1), i >> 1)).0

  def ntt [n] (inverse: bool) (xs: [n]u64): [n]u64 =
    let bits = 63 - u64.clz (u64.i64 n)
    let w = f.pow P.root ((P.p - 1) / u64.i64 n)
    let w = if inverse then f.inv w else w
    -- all powers at once by a scan
    let powers = scan f.mul 1 (tabulate (n / 2) (\i -> if i == 0 then 1 else w))
    let start = map (\i -> xs[reverse_bits bits i]) (iota n)
    let ys = loop ys = start for s < bits do
      let half = 1i64 << i64.i32 s
      let stride = n / (2 * half)
      in map (\i ->
           let k = i % (2 * half)
           let j = if k < half then i else i - half
           let (a, b) = (ys[j], f.mul ys[j + half] powers[(j % half) * stride])
           in if k < half then f.add a b else f.sub a b) (iota n)
    in if inverse then let k = f.inv (u64.i64 n) in map (f.mul k) ys else ys

  def convolve [n][m] (a: [n]u64) (b: [m]u64): []u64 =
    let size = loop s = 1 while s < n + m - 1 do s * 2
    let pad [k] (xs: [k]u64): [size]u64 = tabulate size (\i -> if i < k then xs[i] % P.p else 0)
    let (fa, fb) = (ntt false (pad a), ntt false (pad b))
    in take (i64.max 0 (n + m - 1)) (ntt true (map2 f.mul fa fb))
}

module p1 = {def p = 998244353u64 def root = 3u64}
module p2 = {def p = 1004535809u64 def root = 3u64}
module t1 = transform p1
module t2 = transform p2
module f2 = field p2

def p1_inverse: u64 = f2.inv (p1.p % p2.p)

-- The value below p1 * p2 with these remainders.
def combine (r1: u64) (r2: u64): u64 =
  let k = f2.mul (f2.sub (r2 % p2.p) (r1 % p2.p)) p1_inverse
  in r1 + p1.p * k

def products [n][m] (a: [n]u64) (b: [m]u64): []u64 =
  let [k] (x: [k]u64) = t1.convolve a b
  let y = t2.convolve a b :> [k]u64
  in map2 combine x y

-- Carries in base 2^16 by a loop over limbs: sums of products are larger than a limb.
def carry [n] (xs: [n]u64): []u16 =
  let (out, rest) = loop (out, c) = (replicate (n + 4) 0u16, 0u64) for i < n + 4 do
    let s = c + (if i < n then xs[i] else 0)
    in (out with [i] = u16.u64 (s & 0xffff), s >> 16)
  let out = assert (rest == 0) out
  let used = loop k = n + 4 while k > 1 && out[k - 1] == 0 do k - 1
  in take used out

entry multiply [n][m] (a: [n]u16) (b: [m]u16): []u16 =
  carry (products (map u64.u16 a) (map u64.u16 b))

entry power [n] (a: [n]u16) (e: u32): []u16 =
  let (r, _, _) =
    loop (r: []u16, b: []u16, e) = ([1u16], a, e) while e > 0 do
      (if e & 1 == 1 then multiply r b else r, if e > 1 then multiply b b else b, e >> 1)
  in r

-- 1 / a modulo x^n, doubling the length in each step.
entry series_inverse [k] (a: [k]u64) (n: i64): [n]u64 =
  let g = loop g: []u64 = [t1.f.inv a[0]] while length g < n do
    let m = i64.min n (2 * length g)
    let head = tabulate m (\i -> if i < k then a[i] else 0)
    let ag = take m (t1.convolve head g)
    let two_minus = map2 (\i x -> t1.f.sub (if i == 0 then 2 else 0) x) (iota m) ag
    in take m (t1.convolve two_minus g)
  in sized n g

entry convolution_checksum (n: i64): (u64, bool) =
  let noise (i: i64) =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in u64.u32 (x ^ (x >> 16)) % 65536
  let a = map noise (iota n)
  let b = map (\i -> noise (i + 12345)) (iota n)
  let c = products a b
  let direct k = u64.sum (map (\i -> if k - i >= 0 && k - i < n then a[i] * b[k - i] else 0) (iota n))
  let probes = map (\t -> t * (2 * n - 2) / 7) (iota 8)
  in (u64.sum (map2 (\x i -> x * (u64.i64 i % 1000 + 1)) c (indices c)), all (\k -> c[k] == direct k) probes)

-- ==
-- entry: multiply
-- input { [33823u16] [34497u16] } output { [54623u16, 17803u16] }
-- input { [55264u16, 55382u16, 54930u16] [20635u16, 59301u16, 58103u16, 10793u16, 2544u16] }
-- output { [46240u16, 25450u16, 42088u16, 51881u16, 37927u16, 4673u16, 30365u16, 2132u16] }
-- input { [63693u16, 44384u16, 41854u16, 57737u16, 32032u16, 51749u16, 26593u16, 3746u16, 14902u16, 53715u16, 47956u16, 28976u16, 54442u16, 14087u16, 18432u16, 27006u16, 25766u16] [14476u16, 57561u16, 51102u16, 51668u16, 50265u16, 57079u16, 13336u16, 32684u16, 33549u16] }
-- output { [59420u16, 19769u16, 55712u16, 17187u16, 51181u16, 64296u16, 10047u16, 45694u16, 30945u16, 41006u16, 9892u16, 14005u16, 7329u16, 794u16, 644u16, 55062u16, 50044u16, 26178u16, 7867u16, 13572u16, 44235u16, 35935u16, 57197u16, 15585u16, 30369u16, 13190u16] }
-- input { [65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16] [65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16] }
-- output { [1u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 0u16, 65534u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16, 65535u16] }
-- input { [0u16, 0u16] [7u16] } output { [0u16] }

-- ==
-- entry: power
-- input { [3u16] 0u32 } output { [1u16] }
-- input { [3u16] 100u32 }
-- output { [5073u16, 53048u16, 32085u16, 54932u16, 63349u16, 23361u16, 26710u16, 26423u16, 21450u16, 23110u16] }
-- input { [12345u16, 6789u16] 13u32 }
-- output { [49753u16, 12602u16, 19035u16, 43748u16, 52655u16, 7241u16, 53269u16, 45298u16, 48024u16, 21616u16, 34883u16, 34077u16, 40366u16, 60162u16, 63571u16, 21933u16, 63525u16, 8830u16, 22338u16, 21521u16, 32782u16, 62197u16, 35944u16, 44u16] }

-- ==
-- entry: series_inverse
-- input { [1u64, 1u64] 5i64 } output { [1u64, 998244352u64, 1u64, 998244352u64, 1u64] }
-- input { [3u64, 1u64, 4u64, 1u64, 5u64, 9u64, 2u64, 6u64] 13i64 }
-- output { [332748118u64, 554580196u64, 702468248u64, 579228205u64, 127348045u64, 23278674u64, 898739430u64, 842901040u64, 642268275u64, 143509566u64, 994970351u64, 548357141u64, 852845770u64] }
-- input { [7u64] 3i64 } output { [855638017u64, 0u64, 0u64] }
-- input { [2u64, 5u64] 1i64 } output { [499122177u64] }

-- ==
-- entry: convolution_checksum
-- input { 1i64 } output { 0u64 true }
-- input { 5i64 } output { 213971320088u64 true }
-- input { 100i64 } output { 1151846730540099u64 true }
