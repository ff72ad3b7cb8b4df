-- SHA-256, MD5 and CRC-32 of many messages at once, and a search for a nonce.

module type digest = {
  type state
  val start : state
  val block : state -> [16]u32 -> state
  val words : state -> []u32
}

def rotr (x: u32) (n: u32) = (x >> n) | (x << (32 - n))
def rotl (x: u32) (n: u32) = (x << n) | (x >> (32 - n))

module sha256 = {
  type state = [8]u32
  def k: [64]u32 = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2]
  def start: state =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]

  def schedule (m: [16]u32): [64]u32 =
    let w = tabulate 64 (\i -> if i < 16 then m[i] else 0)
    in loop w for i in 16..<64 do
         let s0 = rotr w[i - 15] 7 ^ rotr w[i - 15] 18 ^ (w[i - 15] >> 3)
         let s1 = rotr w[i - 2] 17 ^ rotr w[i - 2] 19 ^ (w[i - 2] >> 10)
         in w with [i] = w[i - 16] + s0 + w[i - 7] + s1

  def block (h: state) (m: [16]u32): state =
    let w = schedule m
    let (a, b, c, d, e, f, g, hh) =
      loop (a, b, c, d, e, f, g, hh) = (h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]) for i < 64i32 do
        let s1 = rotr e 6 ^ rotr e 11 ^ rotr e 25
        let ch = (e & f) ^ (!e & g)
        let t1 = hh + s1 + ch + k[i] + w[i]
        let s0 = rotr a 2 ^ rotr a 13 ^ rotr a 22
        let maj = (a & b) ^ (a & c) ^ (b & c)
        let t2 = s0 + maj
        in (t1 + t2, a, b, c, d + t1, e, f, g)
    in map2 (+) h [a, b, c, d, e, f, g, hh]
  def words (s: state): []u32 = s
}

module md5 = {
  type state = {a: u32, b: u32, c: u32, d: u32}
  def k: [64]u32 = map (\i -> u32.f64 (f64.floor (f64.abs (f64.sin (f64.i64 (i + 1))) * 4294967296))) (iota 64)
  def shifts: [4][4]u32 = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
  def start: state = {a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476}
  def block (s: state) (m: [16]u32): state =
    let t =
      loop {a, b, c, d} = s for i < 64 do
        let (f, g) =
          match i / 16
          case 0 -> ((b & c) | (!b & d), i)
          case 1 -> ((d & b) | (!d & c), (5 * i + 1) % 16)
          case 2 -> (b ^ c ^ d, (3 * i + 5) % 16)
          case _ -> (c ^ (b | !d), (7 * i) % 16)
        in {a = d, d = c, c = b, b = b + rotl (a + f + k[i] + m[g]) shifts[i / 16, i % 4]}
    in {a = s.a + t.a, b = s.b + t.b, c = s.c + t.c, d = s.d + t.d}
  def words (s: state): []u32 = [s.a, s.b, s.c, s.d]
}

module hashing (D: digest) (E: {val big: bool}) = {
  def pad [n] (msg: [n]u8): []u8 =
    let total = (n + 8) / 64 * 64 + 64
    let len = u64.i64 (n * 8)
    in tabulate total (\i ->
         if i < n then msg[i]
         else if i == n then 0x80
         else if i >= total - 8
         then let b = if E.big then total - 1 - i else i - (total - 8)
              in u8.u64 (len >> (8 * u64.i64 b))
         else 0)
  def to_words [n] (bytes: [n]u8): [][16]u32 =
    let word (i: i64) =
      let b k = u32.u8 bytes[i + k]
      in if E.big then (b 0 << 24) | (b 1 << 16) | (b 2 << 8) | b 3 else (b 3 << 24) | (b 2 << 16) | (b 1 << 8) | b 0
    in tabulate_2d (n / 64) 16 (\i j -> word (i * 64 + j * 4))
  def digest [n] (msg: [n]u8): []u32 =
    D.words (loop s = copy D.start for b in to_words (pad msg) do D.block s b)
}

module sha = hashing sha256 {def big = true}
module md = hashing md5 {def big = false}

def crc_table: [256]u32 =
  map (\i -> loop c = u32.i64 i for _j < 8i32 do if c & 1 != 0 then 0xedb88320 ^ (c >> 1) else c >> 1) (iota 256)
entry crc [n] (msg: [n]u8): u32 =
  !(loop c = 0xffffffff for b in msg do crc_table[i64.u32 ((c ^ u32.u8 b) & 0xff)] ^ (c >> 8))

entry sha_of [n] (msg: [n]u8): []u32 = sha.digest msg
entry md5_of [n] (msg: [n]u8): []u32 = md.digest msg

entry sha_all [n][m] (msgs: [n][m]u8): [n][8]u32 = map (\m -> sha.digest m :> [8]u32) msgs

-- The first number behind the prefix that gives so many zero bits in front.
def decimal (prefix: []u8) (k: i64): []u8 =
  let digits = loop d = 1 while 10 ** d <= k do d + 1
  in prefix ++ tabulate digits (\i -> '0' + u8.i64 (k / 10 ** (digits - 1 - i) % 10))

entry nonce (prefix: []u8) (bits: i32) (batch: i64): i64 =
  (loop (found, base) = (-1, 0) while found < 0 do
     let zeros k = u32.clz (sha.digest (decimal prefix k))[0]
     let good = map (\k -> if zeros k >= bits then k else i64.highest) (map (+ base) (iota batch))
     let best = i64.minimum good
     in (if best < i64.highest then best else -1, base + batch)).0

-- ==
-- entry: crc
-- input { empty([0]u8) }
-- output { 0u32 }
-- input { [97u8, 98u8, 99u8] }
-- output { 891568578u32 }
-- input {
--   [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8]
-- }
-- output { 1095738169u32 }
-- input {
--   [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8, 24u8, 25u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8, 32u8, 33u8, 34u8, 35u8, 36u8, 37u8, 38u8, 39u8, 40u8, 41u8, 42u8, 43u8, 44u8, 45u8, 46u8, 47u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 58u8, 59u8, 60u8, 61u8, 62u8, 63u8]
-- }
-- output { 269405836u32 }
-- input {
--   [120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8]
-- }
-- output { 3080582779u32 }

-- ==
-- entry: sha_of
-- input { empty([0]u8) }
-- output { [3820012610u32, 2566659092u32, 2600203464u32, 2574235940u32, 665731556u32, 1687917388u32, 2761267483u32, 2018687061u32] }
-- input { [97u8, 98u8, 99u8] }
-- output { [3128432319u32, 2399260650u32, 1094795486u32, 1571693091u32, 2953011619u32, 2518121116u32, 3021012833u32, 4060091821u32] }
-- input {
--   [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8]
-- }
-- output { [3618175923u32, 131563668u32, 1774885564u32, 2953326159u32, 2371244516u32, 1832704886u32, 755159231u32, 935978386u32] }
-- input {
--   [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8, 24u8, 25u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8, 32u8, 33u8, 34u8, 35u8, 36u8, 37u8, 38u8, 39u8, 40u8, 41u8, 42u8, 43u8, 44u8, 45u8, 46u8, 47u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 58u8, 59u8, 60u8, 61u8, 62u8, 63u8]
-- }
-- output { [4260018604u32, 4084269922u32, 3173406925u32, 3382877839u32, 2624946127u32, 2551275578u32, 2353298641u32, 3642036488u32] }
-- input {
--   [120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8]
-- }
-- output { [739540u32, 3991992955u32, 3996934710u32, 3973216347u32, 2858267886u32, 3099284532u32, 453156365u32, 2678455052u32] }

-- ==
-- entry: md5_of
-- input { empty([0]u8) }
-- output { [3649838548u32, 78774415u32, 2550759657u32, 2118318316u32] }
-- input { [97u8, 98u8, 99u8] }
-- output { [2555380112u32, 2958021180u32, 2101319382u32, 1920983336u32] }
-- input {
--   [84u8, 104u8, 101u8, 32u8, 113u8, 117u8, 105u8, 99u8, 107u8, 32u8, 98u8, 114u8, 111u8, 119u8, 110u8, 32u8, 102u8, 111u8, 120u8, 32u8, 106u8, 117u8, 109u8, 112u8, 115u8, 32u8, 111u8, 118u8, 101u8, 114u8, 32u8, 116u8, 104u8, 101u8, 32u8, 108u8, 97u8, 122u8, 121u8, 32u8, 100u8, 111u8, 103u8]
-- }
-- output { [2642219166u32, 2192976695u32, 891148395u32, 3592004674u32] }
-- input {
--   [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8, 24u8, 25u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8, 32u8, 33u8, 34u8, 35u8, 36u8, 37u8, 38u8, 39u8, 40u8, 41u8, 42u8, 43u8, 44u8, 45u8, 46u8, 47u8, 48u8, 49u8, 50u8, 51u8, 52u8, 53u8, 54u8, 55u8, 56u8, 57u8, 58u8, 59u8, 60u8, 61u8, 62u8, 63u8]
-- }
-- output { [1811272626u32, 2566756289u32, 124082525u32, 1215389339u32] }
-- input {
--   [120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8, 120u8]
-- }
-- output { [1601844395u32, 1134872680u32, 1675414991u32, 1338118719u32] }

-- ==
-- entry: sha_all
-- input { [[0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8], [7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8], [14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8]] }
-- output {
--   [[528636578u32, 4026666743u32, 3482443683u32, 228877965u32, 2031902024u32, 620531265u32, 894142956u32, 91839155u32], [2428647661u32, 1146301077u32, 1266198319u32, 1141780040u32, 3485450525u32, 413945489u32, 1802088211u32, 2325450341u32], [389293051u32, 3140383531u32, 1290208529u32, 384136273u32, 79761041u32, 1240860719u32, 3486350423u32, 1497084338u32]]
-- }

-- ==
-- entry: nonce
-- input { [114u8, 97u8, 118u8, 101u8, 108u8] 5i32 16i64 }
-- output { 51i64 }
-- input { [113u8] 7i32 64i64 }
-- output { 60i64 }
