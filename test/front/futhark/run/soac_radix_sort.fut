-- A radix sort out of scan and scatter.
-- ==
-- entry: main
-- input { [5u32, 3u32, 4294967295u32, 0u32, 3u32] } output { [0u32, 3u32, 3u32, 5u32, 4294967295u32] }
-- input { empty([0]u32) } output { empty([0]u32) }
def step [n] (xs: [n]u32) (bit: i32): [n]u32 =
  let ones = map (\x -> i64.i32 (u32.get_bit bit x)) xs
  let zeros = map (1 -) ones
  let at_zeros = map2 (*) zeros (scan (+) 0 zeros)
  let offset = reduce (+) 0 zeros
  let at_ones = map2 (*) ones (map (+ offset) (scan (+) 0 ones))
  let is = map2 (+) at_zeros at_ones
  in scatter (copy xs) (map (\i -> i - 1) is) xs
def main [n] (xs: [n]u32): [n]u32 =
  loop xs for i < u32.num_bits do step xs i
