-- Low-discrepancy numbers: direction vectors, Gray codes and bit reversal.
-- ==
-- input { 6i64 } output { [0.0f64, 0.5f64, 0.75f64, 0.25f64, 0.375f64, 0.875f64] }

-- ==
-- entry: reversed
-- input { [0u32, 1u32, 2u32, 3u32, 12345u32] }
-- output { [0u32, 2147483648u32, 1073741824u32, 3221225472u32, 2618032128u32] }

-- ==
-- entry: recursive
-- input { 5i64 } output { [0.0f64, 0.5f64, 0.25f64, 0.75f64, 0.125f64] }

def direction : [32]u32 = map (\i -> 1 << (31 - u32.i64 i)) (iota 32)

def gray (i: u32) : u32 = i ^ (i >> 1)

def sobol (i: i64) : u32 =
  let g = gray (u32.i64 i)
  let parts = map2 (\k v -> if g & (1 << u32.i64 k) != 0 then v else 0) (iota 32) direction
  in reduce (^) 0 parts

def norm (x: u32) : f64 = f64.u32 x / 2 ** 32

entry main (n: i64) : [n]f64 = tabulate n (sobol >-> norm)

def reverse_bits (x: u32) : u32 =
  let x = ((x & 0x55555555) << 1) | ((x >> 1) & 0x55555555)
  let x = ((x & 0x33333333) << 2) | ((x >> 2) & 0x33333333)
  let x = ((x & 0x0F0F0F0F) << 4) | ((x >> 4) & 0x0F0F0F0F)
  let x = ((x & 0x00FF00FF) << 8) | ((x >> 8) & 0x00FF00FF)
  in (x << 16) | (x >> 16)

entry reversed [n] (xs: [n]u32) : [n]u32 = map reverse_bits xs

-- Van der Corput numbers by halving.
entry recursive (n: i64) : [n]f64 =
  let one i =
    let (sum, _, _) =
      loop (sum, scale, i) = (0.0, 0.5, i) while i > 0 do
        (sum + scale * f64.i64 (i % 2), scale / 2, i / 2)
    in sum
  in tabulate n one
