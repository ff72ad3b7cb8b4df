-- Histograms whose points crowd in few bins: all in one, in three that alternate, by Zipf's law, or evenly. Operators that
-- no operation of the hardware does, of 8, 16 and 24 bytes. Results are compared with a reduction for each bin.
def noise (i: i64): u32 =
  let x = u32.i64 i * 2654435761
  let x = (x ^ (x >> 15)) * 0x85ebca6b
  let x = (x ^ (x >> 13)) * 0xc2b2ae35
  in x ^ (x >> 16)

def bins (kind: i64) (n: i64) (k: i64): [n]i64 =
  map (\i -> let r = noise i
             in if kind == 0 then i64.u32 r % k
                else if kind == 1 then k / 2
                else if kind == 2 then i64.u32 (r % 3) * (k / 4)
                else if kind == 3 then i64.f64 (f64.i64 k ** (f64.u32 r / 4294967296)) - 1
                else i64.u32 r % (k + 2) - 1) (iota n)

-- The bins of a sample, each reduced on its own.
def agrees [n] 't (op: t -> t -> t) (none: t) (same: t -> t -> bool) (k: i64) (is: [n]i64) (vs: [n]t): bool =
  let h = opaque (hist op none k is vs)
  let some = i64.min k 5
  let of_bin j = if j == 0 then k / 2 else if j == 1 then 0 else if j == 2 then k / 4 else k - j + 1
  let one j = reduce_comm op none (map2 (\i v -> if i == of_bin j then v else none) is vs)
  in and (map (\j -> same h[of_bin j] (one j)) (iota some))

entry words (kind: i64) (n: i64) (k: i64): bool =
  let op (a: i64) (b: i64) = ((a & 0xffffffff) + (b & 0xffffffff)) & 0xffffffff | (i64.max (a >> 32) (b >> 32) << 32)
  in agrees op 0 (==) k (bins kind n k) (map (\i -> i64.u32 (noise (i + 7)) * 8191) (iota n))

entry lightest (kind: i64) (n: i64) (k: i64): bool =
  let op (a: u32, i: i64) (b: u32, j: i64) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  in agrees op (u32.highest, i64.highest) (==) k (bins kind n k) (map (\i -> (noise (i + 7) % 1000, i)) (iota n))

entry spread (kind: i64) (n: i64) (k: i64): bool =
  let op (a: i64, m: i64, s: i64) (b: i64, o: i64, t: i64) = (i64.min a b, i64.max m o, s + t)
  in agrees op (i64.highest, i64.lowest, 0) (==) k (bins kind n k)
            (map (\i -> let v = i64.u32 (noise (i + 7)) in (v, -v, v)) (iota n))

-- Least and greatest: done by the hardware, or not done at all.
entry extremes (kind: i64) (n: i64) (k: i64): bool =
  let is = bins kind n k
  let vs = map (\i -> noise (i + 7)) (iota n)
  in agrees u32.max 0 (==) k is vs && agrees i64.min i64.highest (==) k is (map (\v -> i64.u32 v - 2147483648) vs)
     && agrees f32.max f32.lowest (==) k is (map f32.u32 vs) && agrees u8.min 255 (==) k is (map u8.u32 vs)

-- ==
-- entry: words
-- input { 0i64 100i64 7i64 } output { true }
-- input { 1i64 1000i64 1i64 } output { true }
-- input { 1i64 5000i64 3i64 } output { true }
-- input { 2i64 5000i64 12i64 } output { true }
-- input { 2i64 20000i64 1000i64 } output { true }
-- input { 2i64 3000i64 20000i64 } output { true }
-- input { 3i64 8000i64 300i64 } output { true }
-- input { 3i64 6000i64 20000i64 } output { true }
-- input { 4i64 3000i64 5i64 } output { true }
-- input { 0i64 2000i64 20000i64 } output { true }
-- input { 1i64 1i64 4i64 } output { true }
-- input { 4i64 0i64 3i64 } output { true }

-- ==
-- entry: lightest
-- input { 0i64 100i64 7i64 } output { true }
-- input { 1i64 1000i64 1i64 } output { true }
-- input { 1i64 5000i64 3i64 } output { true }
-- input { 2i64 5000i64 12i64 } output { true }
-- input { 2i64 20000i64 1000i64 } output { true }
-- input { 2i64 3000i64 20000i64 } output { true }
-- input { 3i64 8000i64 300i64 } output { true }
-- input { 3i64 6000i64 20000i64 } output { true }
-- input { 4i64 3000i64 5i64 } output { true }
-- input { 0i64 2000i64 20000i64 } output { true }
-- input { 1i64 1i64 4i64 } output { true }
-- input { 4i64 0i64 3i64 } output { true }

-- ==
-- entry: spread
-- input { 0i64 100i64 7i64 } output { true }
-- input { 1i64 1000i64 1i64 } output { true }
-- input { 1i64 5000i64 3i64 } output { true }
-- input { 2i64 5000i64 12i64 } output { true }
-- input { 2i64 20000i64 1000i64 } output { true }
-- input { 2i64 3000i64 20000i64 } output { true }
-- input { 3i64 8000i64 300i64 } output { true }
-- input { 3i64 6000i64 20000i64 } output { true }
-- input { 4i64 3000i64 5i64 } output { true }
-- input { 0i64 2000i64 20000i64 } output { true }
-- input { 1i64 1i64 4i64 } output { true }
-- input { 4i64 0i64 3i64 } output { true }

-- ==
-- entry: extremes
-- input { 0i64 100i64 7i64 } output { true }
-- input { 1i64 1000i64 1i64 } output { true }
-- input { 1i64 5000i64 3i64 } output { true }
-- input { 2i64 5000i64 12i64 } output { true }
-- input { 2i64 20000i64 1000i64 } output { true }
-- input { 2i64 3000i64 20000i64 } output { true }
-- input { 3i64 8000i64 300i64 } output { true }
-- input { 3i64 6000i64 20000i64 } output { true }
-- input { 4i64 3000i64 5i64 } output { true }
-- input { 0i64 2000i64 20000i64 } output { true }
-- input { 1i64 1i64 4i64 } output { true }
-- input { 4i64 0i64 3i64 } output { true }
