-- Counting, isolating and interleaving bits; powers of two; Gray codes; subsets.
-- ==
-- input { [0u32, 1u32, 12u32, 255u32, 4294967295u32] }
-- output { [0i32, 1i32, 2i32, 8i32, 32i32] [32i32, 31i32, 28i32, 24i32, 0i32] [0u32, 1u32, 4u32, 1u32, 1u32] [false, true, false, false, false] }

-- ==
-- entry: morton
-- input { 5u16 3u16 } output { 27u32 }

-- ==
-- entry: subset_sums
-- input { [1i32, 2i32, 4i32] } output { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] }

-- ==
-- entry: isqrt
-- input { 1000000000005u64 } output { 1000000u64 }

-- ==
-- entry: single
-- input { [4i32, 1i32, 2i32, 1i32, 2i32] } output { 4i32 }

-- ==
-- entry: logic
-- input { 6i32 10i32 } output { 2i32 14i32 12i32 -7i32 1i32 }

-- ==
-- entry: bytes
-- input { 150u8 } output { 105u8 105u8 151u8 }

def lowest_bit (x: u32) : u32 = x & (!x + 1)
def is_power_of_two (x: u32) : bool = x != 0 && x & (x - 1) == 0

entry main [n] (xs: [n]u32) : ([n]i32, [n]i32, [n]u32, [n]bool) =
  (map u32.popc xs, map u32.clz xs, map lowest_bit xs, map is_power_of_two xs)

def spread_bits (x: u16) : u32 =
  let x = u32.u16 x
  let x = (x | x << 8) & 0x00ff00ff
  let x = (x | x << 4) & 0x0f0f0f0f
  let x = (x | x << 2) & 0x33333333
  in (x | x << 1) & 0x55555555

entry morton (x: u16) (y: u16) : u32 = spread_bits x | spread_bits y << 1

entry subset_sums [n] (xs: [n]i32) : [2 ** n]i32 =
  tabulate (2 ** n) (\s -> i32.sum (map2 (\k x -> if (s >> k) & 1 == 1 then x else 0) (iota n) xs))

entry isqrt (x: u64) : u64 =
  let (root, _) =
    loop (root, bit) = (0, 1 << 31) while bit != 0 do
      let candidate = root | bit
      in (if candidate * candidate <= x then candidate else root, bit >> 1)
  in root

-- The one that occurs once among pairs.
entry single (xs: []i32) : i32 = reduce (^) 0 xs

entry logic (a: i32) (b: i32) : (i32, i32, i32, i32, i32) = (a & b, a | b, a ^ b, !a, (a > b) |> (\t -> !t) |> i32.bool)

entry bytes (x: u8) : (u8, u8, u8) =
  let reversed = loop r = 0 for i < 8i32 do r | (u8.i32 (u8.get_bit i x) << u8.i32 (7 - i))
  in (reversed, !x, u8.set_bit 0 x 1)
