-- AES with keys of 128, 192 and 256 bits: tables computed from the field, key expansion, and the modes ECB, CTR and CBC.

module gf = {
  type t = u8
  def xtime (x: t): t = (x << 1) ^ (if x & 0x80 != 0 then 0x1b else 0)
  def mul (a: t) (b: t): t =
    let (r, _, _) = loop (r, a, b) = (0u8, a, b) for _i < 8 do
      (if b & 1 == 1 then r ^ a else r, xtime a, b >> 1)
    in r
  -- x^254 is the inverse, and 0 for 0.
  def inv (x: t): t =
    let (r, _) = loop (r, p) = (1, x) for i < 8 do
      (if (254u8 >> i) & 1 == 1 then mul r p else r, mul p p)
    in r
}

def rotl8 (x: u8) (k: u8): u8 = (x << k) | (x >> (8 - k))

def sbox: [256]u8 =
  map (\i -> let b = gf.inv (u8.i64 i)
             in b ^ rotl8 b 1 ^ rotl8 b 2 ^ rotl8 b 3 ^ rotl8 b 4 ^ 0x63) (iota 256)

def inverse_sbox: [256]u8 = scatter (replicate 256 0) (map i64.u8 sbox) (map u8.i64 (iota 256))

type state = [4][4]u8 -- columns

def sub (box: [256]u8) (s: state): *state = map (map (\b -> box[i64.u8 b])) s
def shift_rows (s: state): state = tabulate_2d 4 4 (\c r -> s[(c + r) % 4, r])
def unshift_rows (s: state): state = tabulate_2d 4 4 (\c r -> s[(c - r) % 4, r])

def mix_column (m: [4]u8) (col: [4]u8): [4]u8 =
  tabulate 4 (\r -> reduce (^) 0 (tabulate 4 (\k -> gf.mul m[(k - r) % 4] col[k])))

def mix (s: state): state = map (mix_column [2, 3, 1, 1]) s
def unmix (s: state): state = map (mix_column [14, 11, 13, 9]) s
def add_key (k: state) (s: state): state = map2 (map2 (^)) k s

def expand_key [nk] (key: [nk][4]u8): []state =
  let rounds = nk + 6
  let total = 4 * (rounds + 1)
  let w = replicate total (replicate 4 0u8)
  let w[0:nk] = key
  let (w, _) =
    loop (w, rcon) = (w, 1u8) for i in nk..<total do
      let t = copy w[i - 1]
      let sub_word = map (\b -> sbox[i64.u8 b])
      let (t, rcon) =
        if i % nk == 0
        then let t = sub_word (rotate 1 t)
             in (t with [0] = t[0] ^ rcon, gf.xtime rcon)
        else if nk > 6 && i % nk == 4 then (sub_word t, rcon)
        else (t, rcon)
      in (w with [i] = map2 (^) w[i - nk] t, rcon)
  in unflatten (w :> [(rounds + 1) * 4][4]u8)

def encrypt [r] (keys: [r]state) (block: [16]u8): [16]u8 =
  let s = add_key keys[0] (unflatten (block :> [4 * 4]u8))
  let s = loop s for i in 1..<r - 1 do
            s |> sub sbox |> shift_rows |> mix |> add_key keys[i]
  in flatten (s |> sub sbox |> shift_rows |> add_key keys[r - 1]) :> [16]u8

def decrypt [r] (keys: [r]state) (block: [16]u8): [16]u8 =
  let s = add_key keys[r - 1] (unflatten (block :> [4 * 4]u8)) |> unshift_rows |> sub inverse_sbox
  let s = loop s for i in r - 2..r - 3...1 do
            s |> add_key keys[i] |> unmix |> unshift_rows |> sub inverse_sbox
  in flatten (s |> add_key keys[0]) :> [16]u8

def key_of [k] (key: [k]u8): []state =
  expand_key (assert (k == 16 || k == 24 || k == 32) (unflatten (key :> [(k / 4) * 4]u8)))

entry ecb [k][n] (key: [k]u8) (text: [n]u8): [n]u8 =
  let keys = key_of key
  let blocks = unflatten (text :> [(n / 16) * 16]u8)
  in flatten (map (encrypt keys) blocks) :> [n]u8

entry ecb_decrypt [k][n] (key: [k]u8) (text: [n]u8): [n]u8 =
  let keys = key_of key
  in flatten (map (decrypt keys) (unflatten (text :> [(n / 16) * 16]u8))) :> [n]u8

def counter_block (nonce: u64) (i: u64): [16]u8 =
  let bytes x = map (\j -> u8.u64 (x >> (56 - 8 * u64.i64 j))) (iota 8)
  in (bytes nonce ++ bytes i) :> [16]u8

entry ctr [k][n] (key: [k]u8) (nonce: u64) (text: [n]u8): [n]u8 =
  let keys = key_of key
  let blocks = (n + 15) / 16
  let stream = flatten (map (\i -> encrypt keys (counter_block nonce (u64.i64 i))) (iota blocks))
  in map2 (^) text (take n stream)

entry cbc [k][n] (key: [k]u8) (iv: [16]u8) (text: [n]u8): []u8 =
  let keys = key_of key
  let pad = 16 - n % 16
  let padded = text ++ replicate pad (u8.i64 pad)
  let m = (n + pad) / 16
  let blocks = unflatten (padded :> [m * 16]u8)
  let (_, out) = loop (prev, out) = (copy iv, replicate m (replicate 16 0)) for i < m do
    let c = encrypt keys (map2 (^) prev blocks[i])
    in (c, out with [i] = copy c)
  in flatten out

entry cbc_decrypt [k][n] (key: [k]u8) (iv: [16]u8) (text: [n]u8): []u8 =
  let keys = key_of key
  let m = n / 16
  let blocks = unflatten (text :> [m * 16]u8)
  let plain = map2 (\b p -> map2 (^) (decrypt keys b) p) blocks ([iv] ++ init blocks :> [m][16]u8)
  let all_bytes = flatten plain
  in take (m * 16 - i64.u8 (last all_bytes)) all_bytes

entry ctr_checksum (n: i64): u32 =
  let key = map u8.i64 (iota 16)
  let text = map (\i -> u8.i64 (i * 7 + i / 256)) (iota n)
  in reduce (+) 0 (map2 (\c i -> u32.u8 c * (1 + u32.i64 i % 251)) (ctr key 0x1234567 text) (iota n))

-- ==
-- entry: ecb
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8, 0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] }
-- output { [105u8, 196u8, 224u8, 216u8, 106u8, 123u8, 4u8, 48u8, 216u8, 205u8, 183u8, 128u8, 112u8, 180u8, 197u8, 90u8, 105u8, 196u8, 224u8, 216u8, 106u8, 123u8, 4u8, 48u8, 216u8, 205u8, 183u8, 128u8, 112u8, 180u8, 197u8, 90u8] }
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8, 0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] }
-- output { [221u8, 169u8, 124u8, 164u8, 134u8, 76u8, 223u8, 224u8, 110u8, 175u8, 112u8, 160u8, 236u8, 13u8, 113u8, 145u8, 221u8, 169u8, 124u8, 164u8, 134u8, 76u8, 223u8, 224u8, 110u8, 175u8, 112u8, 160u8, 236u8, 13u8, 113u8, 145u8] }
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8, 24u8, 25u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8, 0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] }
-- output { [142u8, 162u8, 183u8, 202u8, 81u8, 103u8, 69u8, 191u8, 234u8, 252u8, 73u8, 144u8, 75u8, 73u8, 96u8, 137u8, 142u8, 162u8, 183u8, 202u8, 81u8, 103u8, 69u8, 191u8, 234u8, 252u8, 73u8, 144u8, 75u8, 73u8, 96u8, 137u8] }
-- input { [1u8, 2u8, 3u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] } error: E0401.*
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8] empty([0]u8) }
-- output { empty([0]u8) }

-- ==
-- entry: ecb_decrypt
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8] [221u8, 169u8, 124u8, 164u8, 134u8, 76u8, 223u8, 224u8, 110u8, 175u8, 112u8, 160u8, 236u8, 13u8, 113u8, 145u8] }
-- output { [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] }

-- ==
-- entry: ctr
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8, 16u8, 17u8, 18u8, 19u8, 20u8, 21u8, 22u8, 23u8, 24u8, 25u8, 26u8, 27u8, 28u8, 29u8, 30u8, 31u8] 737894400291u64 [0u8, 7u8, 14u8, 21u8, 28u8, 35u8, 42u8, 49u8, 56u8, 63u8, 70u8, 77u8, 84u8, 91u8, 98u8, 105u8, 112u8, 119u8, 126u8, 133u8, 140u8, 147u8, 154u8, 161u8, 168u8, 175u8, 182u8, 189u8, 196u8, 203u8, 210u8, 217u8, 224u8, 231u8, 238u8, 245u8, 252u8] }
-- output { [195u8, 194u8, 61u8, 109u8, 221u8, 154u8, 109u8, 44u8, 49u8, 86u8, 146u8, 106u8, 155u8, 149u8, 116u8, 216u8, 50u8, 12u8, 57u8, 150u8, 121u8, 83u8, 95u8, 154u8, 149u8, 92u8, 207u8, 91u8, 28u8, 185u8, 102u8, 6u8, 61u8, 55u8, 183u8, 190u8, 1u8] }

-- ==
-- entry: cbc
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] [0u8, 7u8, 14u8, 21u8, 28u8, 35u8, 42u8, 49u8, 56u8, 63u8, 70u8, 77u8, 84u8, 91u8, 98u8, 105u8, 112u8, 119u8, 126u8, 133u8, 140u8, 147u8, 154u8, 161u8, 168u8, 175u8, 182u8, 189u8, 196u8, 203u8, 210u8, 217u8, 224u8, 231u8, 238u8, 245u8, 252u8] }
-- output { [128u8, 255u8, 174u8, 237u8, 228u8, 91u8, 130u8, 73u8, 95u8, 182u8, 162u8, 63u8, 198u8, 255u8, 154u8, 54u8, 186u8, 137u8, 179u8, 26u8, 134u8, 163u8, 175u8, 115u8, 148u8, 220u8, 122u8, 206u8, 119u8, 210u8, 69u8, 111u8, 77u8, 11u8, 20u8, 136u8, 19u8, 86u8, 131u8, 95u8, 120u8, 76u8, 88u8, 152u8, 69u8, 65u8, 122u8, 28u8] }

-- ==
-- entry: cbc_decrypt
-- input { [0u8, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, 15u8] [0u8, 17u8, 34u8, 51u8, 68u8, 85u8, 102u8, 119u8, 136u8, 153u8, 170u8, 187u8, 204u8, 221u8, 238u8, 255u8] [128u8, 255u8, 174u8, 237u8, 228u8, 91u8, 130u8, 73u8, 95u8, 182u8, 162u8, 63u8, 198u8, 255u8, 154u8, 54u8, 186u8, 137u8, 179u8, 26u8, 134u8, 163u8, 175u8, 115u8, 148u8, 220u8, 122u8, 206u8, 119u8, 210u8, 69u8, 111u8, 77u8, 11u8, 20u8, 136u8, 19u8, 86u8, 131u8, 95u8, 120u8, 76u8, 88u8, 152u8, 69u8, 65u8, 122u8, 28u8] }
-- output { [0u8, 7u8, 14u8, 21u8, 28u8, 35u8, 42u8, 49u8, 56u8, 63u8, 70u8, 77u8, 84u8, 91u8, 98u8, 105u8, 112u8, 119u8, 126u8, 133u8, 140u8, 147u8, 154u8, 161u8, 168u8, 175u8, 182u8, 189u8, 196u8, 203u8, 210u8, 217u8, 224u8, 231u8, 238u8, 245u8, 252u8] }

-- ==
-- entry: ctr_checksum
-- input { 0i64 } output { 0u32 }
-- input { 200i64 } output { 2558383u32 }
